#ifndef CSYSTEM_H
#define CSYSTEM_H

// Swift's Glibc module leaves out <malloc.h> and <sys/xattr.h>.
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/xattr.h>
#include <termios.h>

/// Calls of the Linux kernel that Swift's Glibc module does not import, since it is read without `_GNU_SOURCE`, and a
/// signal handler, in which Swift code must not run.

/// Renames `from` to `to` unless `to` exists (`renameat2` with `RENAME_NOREPLACE`).
///
/// Returns 0, or the error number: `EEXIST`, and `EINVAL` or `ENOSYS` where the file system does not support it.
int csystem_rename_without_replacing(const char *from, const char *to);

/// Makes a file with a new name, for reading and writing, and writes the name into the template, which ends in
/// "XXXXXX". Child processes do not inherit it.
///
/// Returns its descriptor, or -1 with `errno`.
int csystem_make_temporary_file(char *template);

/// Frees the disk space of a range of a file's bytes; they read as 0 then, and the file's length stays.
///
/// Returns 0 or the error number: `EOPNOTSUPP` where the file system does not support it.
int csystem_release_bytes(int descriptor, int64_t offset, int64_t count);

/// Limits this thread, and the threads that it makes later, to at most `count` of the processors it may use now.
///
/// Returns 0 or the error number.
int csystem_limit_processors(int count);

/// Returns the number of processors that this thread may use; 0 where the kernel does not say.
int csystem_count_processors(void);

/// Makes SIGQUIT, and the signals of a crash, restore the terminal before they take their former effect. Signals that
/// are ignored stay ignored. Call it once.
///
/// `leave`: the bytes that restore the screen, written to the standard error; at most 63.
void csystem_guard_terminal(const char *leave);

/// Sets whether the screen has to be restored.
void csystem_guard_screen(bool is_taken);

/// Sets the modes to which the terminal of a file descriptor has to be restored; null for none. Two threads must not
/// call it at once.
void csystem_guard_modes(int descriptor, const struct termios *modes);

#endif
