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

#include "CLoading.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *original;       // guarded by `lock`
static bool is_original_used; // guarded by `lock`

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

// The dynamic linker recognizes a file that it has loaded before, whatever its name. Another copy in memory needs a
// different file.
static bool load_copy(CSVTLibrary *library) {
  struct link_map *map;
  if (dlinfo(original, RTLD_DI_LINKMAP, &map) != 0) return false;
  library->file = memfd_create("libSvtAv1Enc", MFD_CLOEXEC);
  if (library->file < 0) return false;
  char path[sizeof "/proc/self/fd/" + 10];
  snprintf(path, sizeof path, "/proc/self/fd/%d", library->file);
  // The linker identifies a library by its name too. The file stays open while it is loaded, so no other copy gets its
  // name.
  library->handle = copy_file(map->l_name, library->file) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  return library->handle;
}

static bool load(CSVTLibrary *library) {
  library->file = -1;
  if (!original) original = dlopen(cloading_row(CLOADING_SVTAV1)->file, RTLD_NOW | RTLD_LOCAL);
  if (!original) return false;
  if (is_original_used) return load_copy(library);
  is_original_used = true;
  library->handle = original;
  return true;
}

static bool find_functions(CSVTLibrary *library) {
  bool is_whole = true;
#define FIND(name) \
  library->name = (__typeof__(library->name))dlsym(library->handle, "svt_av1_" #name); \
  is_whole = is_whole && library->name;
  CSVT_FUNCTIONS(FIND)
#undef FIND
  return is_whole;
}

CSVTLibrary *csvt_library_load(void) {
  CSVTLibrary *library = calloc(1, sizeof *library);
  if (!library) return NULL;
  pthread_mutex_lock(&lock);
  bool is_loaded = load(library);
  pthread_mutex_unlock(&lock);
  if (is_loaded && find_functions(library)) return library;
  csvt_library_unload(library);
  return NULL;
}

void csvt_library_unload(CSVTLibrary *library) {
  if (library->file >= 0) {
    if (library->handle) dlclose(library->handle);
    close(library->file);
  }
  free(library);
}
