#ifndef CSYSTEM_H
#define CSYSTEM_H

// Swift's Glibc module leaves out <malloc.h> and <sys/xattr.h>.
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/xattr.h>
#include <termios.h>

/// Calls of the Linux kernel that Swift's Glibc module lacks because it is imported without `_GNU_SOURCE`, and a signal
/// handler, in which Swift code must not run.

/// Renames `from` to `to` unless `to` exists (`renameat2` with `RENAME_NOREPLACE`).
///
/// Returns 0 or the error number: `EEXIST`, or `EINVAL` or `ENOSYS` if the file system does not support it.
int csystem_rename_without_replacing(const char *from, const char *to);

/// Creates a file with a new name, opens it for reading and writing, and writes the name into the template, which ends
/// in "XXXXXX". Child processes do not inherit the descriptor.
///
/// Returns the file's descriptor, or -1 and sets `errno`.
int csystem_make_temporary_file(char *template);

/// Frees the disk space of a range of a file's bytes, which are then read as 0. The file's length does not change.
///
/// Returns 0 or the error number: `EOPNOTSUPP` if the file system does not support it.
int csystem_release_bytes(int descriptor, int64_t offset, int64_t count);

/// Limits this thread, and the threads that it creates later, to at most `count` of the processors that it may use now.
///
/// Returns 0 or the error number.
int csystem_limit_processors(int count);

/// Returns the number of processors that this thread may use; 0 if the kernel does not report it.
int csystem_count_processors(void);

/// Makes SIGQUIT, and the signals of a crash, restore the terminal before they have their former effect. Ignored
/// signals stay ignored. It must be called only once.
///
/// `leave` has at most 63 bytes. Written to the standard error, they restore the screen.
void csystem_guard_terminal(const char *leave);

/// Sets whether the screen has to be restored.
void csystem_guard_screen(bool is_taken);

/// Sets the modes that have to be restored for the terminal of a file descriptor; NULL for none. Two threads must not
/// call it at the same time.
void csystem_guard_modes(int descriptor, const struct termios *modes);

#endif
