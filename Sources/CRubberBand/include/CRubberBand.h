#ifndef CRUBBERBAND_H
#define CRUBBERBAND_H

// The part of the Rubber Band Library that this project uses, by its documented C interface: `librubberband.so.2` from
// 3.0 (2022) on. A build needs no headers of the library, and a program that was built with this header also runs where
// the library is not installed.

/// `RubberBandOption…`
enum {
  CRUBBERBAND_REAL_TIME = 0x00000001,
  /// The library creates no threads.
  CRUBBERBAND_THREADING_NEVER = 0x00010000,
  /// Channels are processed together, so that their phases stay aligned.
  CRUBBERBAND_CHANNELS_TOGETHER = 0x10000000,
  /// The engine of higher quality, which costs three times as much.
  CRUBBERBAND_ENGINE_FINER = 0x20000000,
};

/// The functions of the library that are called: result, name without `rubberband_`, parameters.
#define CRUBBERBAND_FUNCTIONS(each) \
  each(void *, new, (unsigned int, unsigned int, int, double, double)) \
  each(void, delete, (void *)) \
  each(void, set_max_process_size, (void *, unsigned int)) \
  each(unsigned int, get_preferred_start_pad, (const void *)) \
  each(unsigned int, get_start_delay, (const void *)) \
  each(void, process, (void *, const float *const *, unsigned int, int)) \
  each(int, available, (const void *)) \
  each(unsigned int, retrieve, (const void *, float *const *, unsigned int))

#define CRUBBERBAND_MEMBER(result, name, parameters) result(*name) parameters;

/// The library's functions.
typedef struct CRubberBand {
  CRUBBERBAND_FUNCTIONS(CRUBBERBAND_MEMBER)
} CRubberBand;

#undef CRUBBERBAND_MEMBER

/// Loads the library when it is called for the first time. Any thread may call it.
///
/// - Returns: NULL if the library is not installed, or is too old.
const CRubberBand *crubberband_load(void);

#endif
