// Tells ThreadSanitizer about the slow path of Swift's Mutex; preloaded by `scripts/check --full`.
//
// Synchronization.Mutex locks and unlocks with an atomic exchange that is inlined into its user, where the sanitizer
// sees it. When threads contend, it calls into libswiftSynchronization, which makes the system call (a futex) and is
// not built for the sanitizer. The sanitizer then misses the order that the lock guarantees, and reports every value
// behind a contended Mutex as a race. These two functions replace the library's own, call them, and report the order;
// no report is suppressed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Weak, because the tests also run programs that are not built for the sanitizer and do not have these functions.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *handle);
typedef SWIFT void (*unlock_function)(SELF void *handle);

// Synchronization._MutexHandle._lockSlow(UInt32)
SWIFT void mutex_lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT void mutex_lock_slow(uint32_t thread, SELF void *handle) {
  ((lock_function)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

// Synchronization._MutexHandle._unlockSlow()
SWIFT void mutex_unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);
SWIFT void mutex_unlock_slow(SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  ((unlock_function)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
