#include "CRubberBand.h"

#include <dlfcn.h>
#include <pthread.h>

#define LIBRARY "librubberband.so.2"

static CRubberBand library;
static const CRubberBand *loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return;
  void *symbol;
#define FIND(result, name, parameters) \
  symbol = dlsym(handle, "rubberband_" #name); \
  if (!symbol) return; \
  library.name = (result(*) parameters)symbol;
  CRUBBERBAND_FUNCTIONS(FIND)
#undef FIND
  loaded = &library;
}

const CRubberBand *crubberband_load(void) {
  pthread_once(&loading, load);
  return loaded;
}
