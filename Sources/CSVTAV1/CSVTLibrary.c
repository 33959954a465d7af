#define _GNU_SOURCE
#include "CSVTLibrary.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
#define LIBRARY "libSvtAv1Enc.so." TEXT(SVT_AV1_VERSION_MAJOR)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CSVTLibrary *idle; // guarded by `lock`
static void *first;       // guarded by `lock`

static bool copy_file(const char *path, int copy) {
  int source = open(path, O_RDONLY | O_CLOEXEC);
  if (source < 0) return false;
  struct stat status;
  bool is_done = fstat(source, &status) == 0;
  for (off_t left = status.st_size; is_done && left > 0;) {
    ssize_t count = sendfile(copy, source, NULL, (size_t)left);
    is_done = count > 0;
    left -= count;
  }
  close(source);
  return is_done;
}

// The dynamic linker takes a file that it has loaded before for the same library, whatever its name: a copy is another file.
static void *load_copy(void) {
  struct link_map *map;
  if (dlinfo(first, RTLD_DI_LINKMAP, &map) != 0) return NULL;
  int copy = memfd_create("libSvtAv1Enc", MFD_CLOEXEC);
  if (copy < 0) return NULL;
  char path[sizeof "/proc/self/fd/" + 10];
  snprintf(path, sizeof path, "/proc/self/fd/%d", copy);
  void *handle = copy_file(map->l_name, copy) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  // Open it stays, so that no other copy has this name, by which the linker knows it.
  if (!handle) close(copy);
  return handle;
}

static void *load(void) {
  if (first) return load_copy();
  return first = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

static CSVTLibrary *make(void) {
  void *handle = load();
  CSVTLibrary *library = handle ? calloc(1, sizeof *library) : NULL;
  if (!library) return NULL;
  bool is_whole = true;
#define FIND(name) \
  library->name = (__typeof__(library->name))dlsym(handle, "svt_av1_" #name); \
  is_whole = is_whole && library->name;
  CSVT_FUNCTIONS(FIND)
#undef FIND
  if (is_whole) return library;
  free(library);
  return NULL;
}

CSVTLibrary *csvt_library_take(void) {
  pthread_mutex_lock(&lock);
  CSVTLibrary *library = idle;
  if (library) {
    idle = library->next;
  } else {
    library = make();
  }
  pthread_mutex_unlock(&lock);
  return library;
}

void csvt_library_return(CSVTLibrary *library) {
  pthread_mutex_lock(&lock);
  library->next = idle;
  idle = library;
  pthread_mutex_unlock(&lock);
}
