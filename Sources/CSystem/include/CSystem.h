#ifndef CSYSTEM_H
#define CSYSTEM_H

// Swift's Glibc module leaves it out.
#include <stdbool.h>
#include <stdint.h>
#include <sys/xattr.h>
#include <termios.h>

/// Calls of the Linux kernel that Swift's Glibc module does not import, since it is read without `_GNU_SOURCE`, and a signal
/// handler, in which Swift may not run.

/// Renames `from` to `to` unless `to` exists (`renameat2` with `RENAME_NOREPLACE`).
///
/// Returns 0, or the error number: `EEXIST`, and `EINVAL` or `ENOSYS` where the file system cannot.
int csystem_rename_without_replacing(const char *from, const char *to);

/// Makes a file of a name that is not taken, for reading and writing, and puts the name into the template, which ends in
/// "XXXXXX". Children do not inherit it.
///
/// Returns its descriptor, or -1 with `errno`.
int csystem_make_temporary_file(char *template);

/// Gives the room of bytes of a file back to the disk; they read as 0 then, and the file's length stays.
///
/// Returns 0 or the error number: `EOPNOTSUPP` where the file system cannot.
int csystem_release_bytes(int descriptor, int64_t offset, int64_t count);

/// Keeps this thread, and the threads that it makes later, on at most `count` of the processors it may use now.
///
/// Returns 0 or the error number.
int csystem_limit_processors(int count);

/// How many processors this thread may use; 0 where the kernel does not say.
int csystem_count_processors(void);

/// Makes SIGQUIT, and the signals of a crash, restore the terminal before they do what they did. Those that are ignored stay
/// so. Call it once.
///
/// `leave`: the bytes that give the screen back on the standard error; at most 63.
void csystem_guard_terminal(const char *leave);

/// Sets whether the screen has to be given back.
void csystem_guard_screen(bool is_taken);

/// Sets the modes that the terminal of the standard input has to get back. Null for none. Not to be called by two threads at
/// once.
void csystem_guard_modes(const struct termios *modes);

#endif
