#ifndef CVMAF_H
#define CVMAF_H

#include <stddef.h>
#include <stdint.h>

// The part of libvmaf that this project uses, by its documented C interface: `libvmaf.so.3` of 3.0 (2023), and
// `libvmaf.so.1` of 2.0 (2021), which has the same functions. A build needs no headers of the library, and a program
// that was built with this header also runs where the library is not installed.

/// `VmafPixelFormat`: planes of samples of 8 bits, or of more bits in words of 16 bits.
enum { CVMAF_YUV420P = 1 };

/// `VmafConfiguration`. Before 3.0 the library's structure ends before `gpumask`, which it does not read.
typedef struct CVMAFConfiguration {
  int log_level;
  unsigned int n_threads;
  unsigned int n_subsample;
  uint64_t cpumask;
  uint64_t gpumask;
} CVMAFConfiguration;

/// `VmafModelConfig`
typedef struct CVMAFModelConfiguration {
  const char *name;
  uint64_t flags;
} CVMAFModelConfiguration;

/// `VmafPicture`
typedef struct CVMAFPicture {
  int pix_fmt;
  unsigned int bpc;
  unsigned int w[3], h[3];
  ptrdiff_t stride[3];
  void *data[3];
  void *ref;
  void *priv;
} CVMAFPicture;

/// The functions of the library that are called: result, name without `vmaf_`, parameters.
#define CVMAF_FUNCTIONS(each) \
  each(int, init, (void **, CVMAFConfiguration)) \
  each(int, close, (void *)) \
  each(int, model_load, (void **, CVMAFModelConfiguration *, const char *)) \
  each(void, model_destroy, (void *)) \
  each(int, use_features_from_model, (void *, void *)) \
  each(int, picture_alloc, (CVMAFPicture *, int, unsigned int, unsigned int, unsigned int)) \
  each(int, picture_unref, (CVMAFPicture *)) \
  each(int, read_pictures, (void *, CVMAFPicture *, CVMAFPicture *, unsigned int)) \
  each(int, score_at_index, (void *, void *, double *, unsigned int))

#define CVMAF_MEMBER(result, name, parameters) result(*name) parameters;

/// The library's functions.
typedef struct CVMAF {
  CVMAF_FUNCTIONS(CVMAF_MEMBER)
} CVMAF;

#undef CVMAF_MEMBER

/// Loads the library when it is called for the first time. Any thread may call it.
///
/// - Returns: NULL if the library is not installed, or is too old.
const CVMAF *cvmaf_load(void);

#endif
