#ifndef CX264_H
#define CX264_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <x264.h>

// x264_encoder_open is a macro that adds the build number to the symbol. Swift does not import such a macro.
static inline x264_t *cx264_encoder_open(x264_param_t *param) { return x264_encoder_open(param); }

// x264_levels is an array without a length, which Swift does not import. An entry whose level_idc is 0 ends it.
const x264_level_t *cx264_levels(void);

// The macro is a constant, so Swift would warn about code that is never executed. 0 means that both depths are
// supported.
static inline bool cx264_supports_bit_depth(int depth) { return X264_BIT_DEPTH == 0 || X264_BIT_DEPTH == depth; }

// Fixed-size arrays are tuples in Swift, which cannot be indexed.
static inline void cx264_set_plane(x264_image_t *image, int index, void *base, int stride) {
  image->plane[index] = base;
  image->i_stride[index] = stride;
}

#endif
