#include "CLoading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

enum {
  longest_name = 128,
  /// The size of a reason, which is longer than the dynamic linker's messages.
  longest_reason = 512,
};

/// The state of a library in this process. It is guarded by `lock`.
typedef struct Opened {
  void *handle;
  /// The functions that trampolines call; NULL if there are none.
  CLoadingFunctions *announced;
  bool is_tried;
  /// Whether the library is open and all functions were found. It is also read without the lock.
  bool is_there;
  /// The reason why the library is not available; empty if it is.
  char reason[longest_reason];
} Opened;

static Opened opened[CLOADING_COUNT];
// `dlerror` returns the calling thread's own message. The lock cannot deadlock, because constructors of libraries do
// not call these functions.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *open_file(const char *file) {
  // The library stays in memory, because some libraries have thread-specific data whose destructors are called later.
  return dlopen(file, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
}

static void keep_reason(Opened *library) {
  const char *reason = dlerror();
  snprintf(library->reason, sizeof library->reason, "%s", reason ? reason : "it cannot be loaded");
}

static Opened *open_library(CLoadingLibrary identifier) {
  Opened *library = &opened[identifier];
  if (library->is_tried) return library;
  library->is_tried = true;
  const CLoadingRow *row = cloading_row(identifier);
  library->handle = open_file(row->file);
  if (library->handle) return library;
  // The kept message names the newer file, even if the former one cannot be opened either.
  keep_reason(library);
  if (row->former_file) library->handle = open_file(row->former_file);
  if (library->handle) library->reason[0] = 0;
  return library;
}

static bool find(CLoadingFunctions *functions) {
  if (functions->is_loaded) return true;
  Opened *library = open_library(functions->library);
  if (!library->handle) return false;
  for (size_t index = 0; index < functions->count; index++) {
    char name[longest_name];
    snprintf(name, sizeof name, "%s%s", functions->prefix, functions->names[index]);
    void *symbol = dlsym(library->handle, name);
    if (!symbol) {
      keep_reason(library);
      return false;
    }
    memcpy((char *)functions->addresses + index * sizeof symbol, &symbol, sizeof symbol);
  }
  __atomic_store_n(&functions->is_loaded, true, __ATOMIC_RELEASE);
  return true;
}

bool cloading_find(CLoadingFunctions *functions) {
  if (__atomic_load_n(&functions->is_loaded, __ATOMIC_ACQUIRE)) return true;
  pthread_mutex_lock(&lock);
  bool is_found = find(functions);
  pthread_mutex_unlock(&lock);
  return is_found;
}

const char *cloading_open(CLoadingLibrary identifier) {
  Opened *library = &opened[identifier];
  if (__atomic_load_n(&library->is_there, __ATOMIC_ACQUIRE)) return NULL;
  pthread_mutex_lock(&lock);
  bool is_there = library->announced ? find(library->announced) : open_library(identifier)->handle != NULL;
  __atomic_store_n(&library->is_there, is_there, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return is_there ? NULL : library->reason;
}

void cloading_announce(CLoadingFunctions *functions) { opened[functions->library].announced = functions; }

void cloading_find_or_stop(CLoadingFunctions *functions) {
  if (cloading_find(functions)) return;
  const char *reason = opened[functions->library].reason;
  fprintf(stderr, "%s cannot be loaded: %s\n", cloading_row(functions->library)->name, reason);
  _exit(EX_UNAVAILABLE);
}
