#include "CSDL2.h"

#include <dlfcn.h>
#include <pthread.h>

#define LIBRARY "libSDL2-2.0.so.0"

static CSDL2 library;
static const CSDL2 *loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return;
  void *symbol;
#define FIND(result, name, parameters) \
  symbol = dlsym(handle, "SDL_" #name); \
  if (!symbol) return; \
  library.name = (result(*) parameters)symbol;
  CSDL2_FUNCTIONS(FIND)
#undef FIND
  loaded = &library;
}

const CSDL2 *csdl2_load(void) {
  pthread_once(&loading, load);
  return loaded;
}
