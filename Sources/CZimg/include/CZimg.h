#ifndef CZIMG_H
#define CZIMG_H

#include <stddef.h>
#include <stdint.h>
#include <zimg.h>

// zimg's structures have members of unnamed types, which Swift does not import.

static inline void czimg_set_source(zimg_image_buffer_const *buffer, int plane, const void *data, ptrdiff_t stride) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = ZIMG_BUFFER_MAX;
}

static inline void czimg_set_destination(zimg_image_buffer *buffer, int plane, void *data, ptrdiff_t stride) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = ZIMG_BUFFER_MAX;
}

static inline void czimg_set_active_region(zimg_image_format *format, double x, double y, double width, double height) {
  format->active_region.left = x;
  format->active_region.top = y;
  format->active_region.width = width;
  format->active_region.height = height;
}

// The macro is an expression of two other macros, which Swift does not import.
static const unsigned czimg_api_version = ZIMG_API_VERSION;

// zimg works only on planes. These functions take one component out of interleaved samples, and put one back. `step`
// counts samples of the function's size. Each small step has its own loop, which the compiler turns into shuffles.

void czimg_gather8(uint8_t *to, const uint8_t *from, int step, size_t count);
void czimg_scatter8(uint8_t *to, const uint8_t *from, int step, size_t count);
void czimg_fill8(uint8_t *to, uint8_t value, int step, size_t count);
// Samples whose bits are in the high end of the word are shifted to the low end. Scattering shifts them back.
void czimg_gather16(uint16_t *to, const uint16_t *from, int step, int shift, size_t count);
void czimg_scatter16(uint16_t *to, const uint16_t *from, int step, int shift, size_t count);
void czimg_fill16(uint16_t *to, uint16_t value, int step, size_t count);

// Samples of Core Video's formats that libavutil does not have. The parameters have the same meaning.

// Samples of big-endian words.
void czimg_gather16_swapped(uint16_t *to, const uint16_t *from, int step, size_t count);
void czimg_scatter16_swapped(uint16_t *to, const uint16_t *from, int step, size_t count);
// Samples of IEEE 754's binary16, as single precision. Scattering rounds to the nearest number, in a tie to the even
// one.
void czimg_gather_half(float *to, const uint16_t *from, int step, size_t count);
void czimg_scatter_half(uint16_t *to, const float *from, int step, size_t count);
// A row of v210: samples in the order Cb Y Cr Y, three in each little-endian word of 32 bits from the lowest bit on.
// Six columns have 16 bytes. Samples after the last column are 0.
void czimg_unpack_v210(uint16_t *luma, uint16_t *cb, uint16_t *cr, const uint8_t *from, size_t width);
void czimg_pack_v210(uint8_t *to, const uint16_t *luma, const uint16_t *cb, const uint16_t *cr, size_t width);

#endif
