#ifndef CLOADING_H
#define CLOADING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// Libraries that are loaded while the program runs, so that it starts without them.

#define CLOADING_NAME(result, name, parameters) #name,

/// Defines `function`, which loads a library when it is called for the first time, on any thread. It returns the
/// library's functions: a `type` of pointers, or NULL where the library is not installed or lacks a function.
///
/// `functions` lists them for a macro, as `each(result, name, parameters)` in the order of `type`; in the library their
/// names begin with `prefix`.
#define CLOADING_DEFINE(type, function, file, prefix, functions) \
  static type library; \
  static const type *loaded; \
  static pthread_once_t loading = PTHREAD_ONCE_INIT; \
  static const char *const names[] = {functions(CLOADING_NAME)}; \
\
  static void load(void) { \
    if (cloading_find(file, prefix, names, sizeof names / sizeof *names, &library)) loaded = &library; \
  } \
\
  const type *function(void) { \
    pthread_once(&loading, load); \
    return loaded; \
  }

/// Loads a library for the rest of the process, and writes the addresses of functions one after the other to memory.
///
/// Returns whether the library and all of the functions are there.
bool cloading_find(const char *file, const char *prefix, const char *const *names, size_t count, void *functions);

#endif
