#include "CLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// Longer than any name of a function.
#define LONGEST_NAME 128

bool cloading_find(const char *file, const char *prefix, const char *const *names, size_t count, void *functions) {
  // The library stays in memory: some keep threads' own data that would otherwise be called after they are gone.
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle) return false;
  for (size_t index = 0; index < count; index++) {
    char name[LONGEST_NAME];
    snprintf(name, sizeof name, "%s%s", prefix, names[index]);
    void *symbol = dlsym(handle, name);
    if (!symbol) return false;
    memcpy((char *)functions + index * sizeof symbol, &symbol, sizeof symbol);
  }
  return true;
}
