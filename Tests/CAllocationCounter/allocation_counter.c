// The heap's functions of this program stand before the C library's, for its shared libraries too, and call them by the
// names that glibc has for that.
#include "allocation_counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

static _Atomic uint64_t count;
static _Thread_local bool watched;

void allocation_counter_watch(bool is_watched) { watched = is_watched; }

uint64_t allocation_counter_count(void) { return atomic_load(&count); }

#ifdef HAS_SANITIZER

bool allocation_counter_counts(void) { return false; }

#else

bool allocation_counter_counts(void) { return true; }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static void note(void) {
  if (watched) atomic_fetch_add(&count, 1);
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  note();
  __libc_free(memory);
}

#endif
