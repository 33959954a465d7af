#define _GNU_SOURCE

#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

int csystem_rename_without_replacing(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int csystem_make_temporary_file(char *template) { return mkostemp(template, O_CLOEXEC); }

int csystem_release_bytes(int descriptor, int64_t offset, int64_t count) {
  return fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, count) == 0 ? 0 : errno;
}

int csystem_limit_processors(int count) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return errno;
  for (int processor = 0, kept = 0; processor < CPU_SETSIZE; processor++) {
    if (!CPU_ISSET(processor, &allowed)) continue;
    if (kept == count) CPU_CLR(processor, &allowed);
    else kept++;
  }
  return sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? 0 : errno;
}

int csystem_count_processors(void) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}
