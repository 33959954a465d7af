#include "CPulse.h"

#include <dlfcn.h>
#include <pthread.h>

#define LIBRARY "libpulse.so.0"

static CPulse library;
static const CPulse *loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

// The library stays in memory: it keeps threads' own data that would otherwise be called after it is gone.
static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return;
  void *symbol;
#define FIND(result, name, parameters) \
  symbol = dlsym(handle, "pa_" #name); \
  if (!symbol) return; \
  library.name = (result(*) parameters)symbol;
  CPULSE_FUNCTIONS(FIND)
#undef FIND
  loaded = &library;
}

const CPulse *cpulse_load(void) {
  pthread_once(&loading, load);
  return loaded;
}
