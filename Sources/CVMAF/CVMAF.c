#include "CVMAF.h"

#include "CLoading.h"

static CVMAF library;
static const CVMAF *loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static const char *const names[] = {CVMAF_FUNCTIONS(CLOADING_NAME)};

/// Loads the newest version that is installed.
static void load(void) {
  static const char *const files[] = {"libvmaf.so.3", "libvmaf.so.1"};
  for (size_t index = 0; !loaded && index < sizeof files / sizeof *files; index++) {
    if (cloading_find(files[index], "vmaf_", names, sizeof names / sizeof *names, &library)) loaded = &library;
  }
}

const CVMAF *cvmaf_load(void) {
  pthread_once(&loading, load);
  return loaded;
}
