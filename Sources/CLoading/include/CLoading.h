#ifndef CLOADING_H
#define CLOADING_H

#include <stdbool.h>
#include <stddef.h>

// Libraries that are opened at run time. Each is opened when one of its functions is called for the first time, so the
// program starts without the libraries, and a job needs only those that it uses.

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

/// The dependency of this program's Debian package on the package of a library.
typedef enum CLoadingNeed {
  /// Required, because jobs that every installation must support need the library.
  CLOADING_DEPENDS,
  /// Recommended, because the library belongs to a usual installation.
  CLOADING_RECOMMENDS,
  /// Suggested, because only few users need the library.
  CLOADING_SUGGESTS,
  /// No dependency, because Debian does not have the library.
  CLOADING_ELSEWHERE,
} CLoadingNeed;

/// A row of the table of libraries.
typedef struct CLoadingRow {
  CLoadingLibrary library;
  const char *name;
  /// The file's name in the dynamic linker's search path, which is the `SONAME`. Its number is that of the binary
  /// interface of the headers that were compiled.
  const char *file;
  /// The name of an older file with the same functions; NULL if there is none.
  const char *former_file;
  /// The version of the headers; NULL if the headers state none, or if no headers are used.
  const char *version;
  CLoadingNeed need;
} CLoadingRow;

/// Returns the row of a library. The pointer is always valid.
const CLoadingRow *cloading_row(CLoadingLibrary library);

/// The version of the FFmpeg headers that were compiled.
extern const char *const cloading_ffmpeg_version;

/// Opens a library for the rest of the process, if it is not open yet. Any thread may call it.
///
/// Returns NULL if the library is open and all functions that trampolines call were found. Otherwise returns the
/// dynamic linker's reason, a string that is always valid.
const char *cloading_open(CLoadingLibrary library);

/// A list of functions of one library, with the memory for their addresses.
typedef struct CLoadingFunctions {
  CLoadingLibrary library;
  /// The prefix of all names in the library.
  const char *prefix;
  const char *const *names;
  size_t count;
  void *addresses;
  /// Whether all addresses were found.
  bool is_loaded;
} CLoadingFunctions;

/// Opens the library and finds the functions, if that was not done before. Any thread may call it.
///
/// Returns whether all functions were found.
bool cloading_find(CLoadingFunctions *functions);

// Libraries whose headers are not used: the caller gets a structure of pointers to functions.

#define CLOADING_NAME(result, name, parameters) #name,

/// Defines `function`, which opens a library when it is called for the first time. Any thread may call it. It returns
/// the library's functions as a `type` of pointers, or NULL if the library is not installed or lacks a function.
///
/// `functions` is a macro that lists them as `each(result, name, parameters)`, in the order of `type`. In the library
/// their names begin with `prefix`.
#define CLOADING_DEFINE(type, function, identifier, prefix, functions) \
  static type addresses; \
  static const char *const names[] = {functions(CLOADING_NAME)}; \
  static CLoadingFunctions listed = {identifier, prefix, names, sizeof names / sizeof *names, &addresses, false}; \
\
  const type *function(void) { return cloading_find(&listed) ? &addresses : NULL; }

// Libraries whose headers are used: for each function that is called, `scripts/make-trampolines` writes a function with
// the same name that calls the library's function. Callers see no difference, and the compiler compares the prototypes.

// Some names are macros that expand to a name with a version.
#define CLOADING_SPELLED(name) #name
#define CLOADING_TEXT(name) CLOADING_SPELLED(name)
#define CLOADING_OWN_NAME(name) CLOADING_TEXT(name),
#define CLOADING_MEMBER(name) __typeof__(name) *name;
// Hides a trampoline from other libraries of the process, which would otherwise call it instead of the function itself.
// An attribute cannot do this if a header declares the function to be visible.
#define CLOADING_HIDDEN(name) __asm__(".hidden " CLOADING_TEXT(name));

/// Defines the addresses of a library's functions, for `CLOADING_ADDRESS`.
///
/// `functions` is a macro that lists them as `each(name)`.
#define CLOADING_TRAMPOLINES(identifier, functions) \
  static struct { functions(CLOADING_MEMBER) } addresses; \
  static const char *const names[] = {functions(CLOADING_OWN_NAME)}; \
  static CLoadingFunctions listed = {identifier, "", names, sizeof names / sizeof *names, &addresses, false}; \
\
  __attribute__((constructor)) static void announce(void) { cloading_announce(&listed); }

/// The address of a function in the library. The library is opened first if it is not open yet.
#define CLOADING_ADDRESS(name) \
  (__atomic_load_n(&listed.is_loaded, __ATOMIC_ACQUIRE) ? (void)0 : cloading_find_or_stop(&listed), addresses.name)

/// The type of a parameter that differs between versions of a header: `then` if the header's `function` has `type`,
/// else `otherwise`.
#define CLOADING_EITHER(function, type, then, otherwise) \
  __typeof__(__builtin_choose_expr( \
    __builtin_types_compatible_p(__typeof__(function), type), (then)0, (otherwise)0))

/// Registers the functions of a library that `cloading_open` has to find.
void cloading_announce(CLoadingFunctions *functions);

/// Finds the functions, or ends the process with a message and exit code 69. A caller that can report an error calls
/// `cloading_open` before.
void cloading_find_or_stop(CLoadingFunctions *functions);

#endif
