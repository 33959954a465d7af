#ifndef CLOADING_H
#define CLOADING_H

#include <stdbool.h>
#include <stddef.h>

// Libraries that are opened at run time, each when its first function is called. So the program starts without them,
// and runs without those that a job does not need.

/// The libraries, in the order in which media passes through them.
typedef enum CLoadingLibrary {
  CLOADING_AVFORMAT,
  CLOADING_AVCODEC,
  CLOADING_AVUTIL,
  CLOADING_AVFILTER,
  CLOADING_SWSCALE,
  CLOADING_SWRESAMPLE,
  CLOADING_ZIMG,
  CLOADING_X264,
  CLOADING_SVTAV1,
  CLOADING_LAME,
  CLOADING_EBUR128,
  CLOADING_YAML,
  CLOADING_RUBBERBAND,
  CLOADING_PULSE,
  CLOADING_SDL2,
  CLOADING_ASS,
  CLOADING_VMAF,
  CLOADING_COUNT
} CLoadingLibrary;

/// The dependency of a Debian package of this program on a library's package.
typedef enum CLoadingNeed {
  /// Required: jobs that every installation must support need it.
  CLOADING_DEPENDS,
  /// Recommended: it belongs to a usual installation.
  CLOADING_RECOMMENDS,
  /// Suggested: only few users need it.
  CLOADING_SUGGESTS,
  /// Debian does not have it.
  CLOADING_ELSEWHERE,
} CLoadingNeed;

/// A row of the table of libraries.
typedef struct CLoadingRow {
  CLoadingLibrary library;
  const char *name;
  /// The file's name in the dynamic linker's search path: the `SONAME`, whose number is that of the headers' binary
  /// interface.
  const char *file;
  /// The name of an older file with the same functions; NULL if there is none.
  const char *former_file;
  /// The version of the headers; NULL if they have none, or none are used.
  const char *version;
  CLoadingNeed need;
} CLoadingRow;

/// Returns the row of a library. The pointer is always valid.
const CLoadingRow *cloading_row(CLoadingLibrary library);

/// FFmpeg's own version, of its headers.
extern const char *const cloading_ffmpeg_version;

/// Opens a library for the rest of the process, if it is not open yet. Any thread may call it.
///
/// Returns NULL if the library is open, with all functions that are called by their own names. Otherwise returns the
/// dynamic linker's reason, a string that is always valid.
const char *cloading_open(CLoadingLibrary library);

/// Functions of one library, and the memory for their addresses.
typedef struct CLoadingFunctions {
  CLoadingLibrary library;
  /// The beginning of all names.
  const char *prefix;
  const char *const *names;
  size_t count;
  void *addresses;
  /// Whether all addresses are there.
  bool is_loaded;
} CLoadingFunctions;

/// Opens the library and finds the functions, if that was not done before. Any thread may call it.
///
/// Returns whether all of them are there.
bool cloading_find(CLoadingFunctions *functions);

// Libraries without headers here: a structure of pointers to functions, which the caller asks for.

#define CLOADING_NAME(result, name, parameters) #name,

/// Defines `function`, which opens a library when it is called for the first time, on any thread. It returns the
/// library's functions: a `type` of pointers, or NULL where the library is not installed or lacks a function.
///
/// `functions` lists them for a macro, as `each(result, name, parameters)` in the order of `type`; in the library their
/// names begin with `prefix`.
#define CLOADING_DEFINE(type, function, identifier, prefix, functions) \
  static type addresses; \
  static const char *const names[] = {functions(CLOADING_NAME)}; \
  static CLoadingFunctions listed = {identifier, prefix, names, sizeof names / sizeof *names, &addresses, false}; \
\
  const type *function(void) { return cloading_find(&listed) ? &addresses : NULL; }

// Libraries with headers: `scripts/make-trampolines` writes a function of the same name for each that is called, which
// goes to the library's. Callers do not see the difference, and the compiler compares the prototypes.

// Some names are macros, for names that have a version.
#define CLOADING_SPELLED(name) #name
#define CLOADING_TEXT(name) CLOADING_SPELLED(name)
#define CLOADING_OWN_NAME(name) CLOADING_TEXT(name),
#define CLOADING_MEMBER(name) __typeof__(name) *name;
// No other library of the process takes a trampoline for the function itself. (An attribute could not say so of what a
// header declares to be visible.)
#define CLOADING_HIDDEN(name) __asm__(".hidden " CLOADING_TEXT(name));

/// Defines the addresses of a library's functions, for `CLOADING_ADDRESS`.
///
/// `functions` lists them for a macro, as `each(name)`.
#define CLOADING_TRAMPOLINES(identifier, functions) \
  static struct { functions(CLOADING_MEMBER) } addresses; \
  static const char *const names[] = {functions(CLOADING_OWN_NAME)}; \
  static CLoadingFunctions listed = {identifier, "", names, sizeof names / sizeof *names, &addresses, false}; \
\
  __attribute__((constructor)) static void announce(void) { cloading_announce(&listed); }

/// The address of a function in the library, which is opened first where that was not done before.
#define CLOADING_ADDRESS(name) \
  (__atomic_load_n(&listed.is_loaded, __ATOMIC_ACQUIRE) ? (void)0 : cloading_find_or_stop(&listed), addresses.name)

/// The type of a parameter that has changed: `then` where the header's `function` is of this type, else `otherwise`.
#define CLOADING_EITHER(function, type, then, otherwise) \
  __typeof__(__builtin_choose_expr( \
    __builtin_types_compatible_p(__typeof__(function), type), (then)0, (otherwise)0))

/// Makes functions a part of their library for `cloading_open`.
void cloading_announce(CLoadingFunctions *functions);

/// Finds the functions, or ends the process with a message and the exit code 69: a caller that can report an error asks
/// `cloading_open` first.
void cloading_find_or_stop(CLoadingFunctions *functions);

#endif
