#include "CZimg.h"

#include <string.h>

// The loop is written once for each constant step, because the compiler does not vectorise a loop with a variable step.
#define FOR_EACH_STEP(LOOP) \
  switch (step) {           \
    case 1: LOOP(1) break;  \
    case 2: LOOP(2) break;  \
    case 3: LOOP(3) break;  \
    case 4: LOOP(4) break;  \
    default: LOOP(step)     \
  }

void czimg_gather8(uint8_t *restrict to, const uint8_t *restrict from, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i] = from[i * (size_t)(N)];
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_scatter8(uint8_t *restrict to, const uint8_t *restrict from, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i * (size_t)(N)] = from[i];
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_fill8(uint8_t *restrict to, uint8_t value, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i * (size_t)(N)] = value;
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_gather16(uint16_t *restrict to, const uint16_t *restrict from, int step, int shift, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i] = (uint16_t)(from[i * (size_t)(N)] >> shift);
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_scatter16(uint16_t *restrict to, const uint16_t *restrict from, int step, int shift, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i * (size_t)(N)] = (uint16_t)(from[i] << shift);
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_fill16(uint16_t *restrict to, uint16_t value, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i * (size_t)(N)] = value;
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

static inline uint16_t swapped(uint16_t value) { return (uint16_t)(value << 8 | value >> 8); }

void czimg_gather16_swapped(uint16_t *restrict to, const uint16_t *restrict from, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i] = swapped(from[i * (size_t)(N)]);
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_scatter16_swapped(uint16_t *restrict to, const uint16_t *restrict from, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i * (size_t)(N)] = swapped(from[i]);
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

// Single precision has 13 more bits in the significand, and its exponent's bias is greater by 112.
enum { half_shift = 13, half_bias = 112 << 23, half_infinity = 0x7c00, half_nan = 0x7e00 };

static inline float from_half(uint16_t half) {
  uint32_t magnitude = half & 0x7fff;
  float value;
  if (magnitude < 0x400) {
    value = (float)magnitude * 0x1p-24f;
  } else {
    uint32_t bits = magnitude << half_shift;
    bits = magnitude < half_infinity ? bits + half_bias : bits | 0x7f800000;
    memcpy(&value, &bits, sizeof value);
  }
  return half & 0x8000 ? -value : value;
}

static inline uint16_t to_half(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000) return sign | half_nan;
  // Numbers from 2^16 on are beyond all finite numbers of half precision. Numbers below 2^-14 have steps of a fixed
  // size.
  if (bits >= 0x47800000) return sign | half_infinity;
  if (bits < 0x38800000) {
    // The last bit of a number between 1/2 and 1 has the size of that step, so the sum is rounded to it.
    float sum;
    memcpy(&sum, &bits, sizeof sum);
    sum += 0.5f;
    memcpy(&bits, &sum, sizeof bits);
    return (uint16_t)(sign | (bits - 0x3f000000));
  }
  bits += 0xfff + (bits >> half_shift & 1);
  return (uint16_t)(sign | (bits - half_bias) >> half_shift);
}

void czimg_gather_half(float *restrict to, const uint16_t *restrict from, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i] = from_half(from[i * (size_t)(N)]);
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

void czimg_scatter_half(uint16_t *restrict to, const float *restrict from, int step, size_t count) {
#define LOOP(N) for (size_t i = 0; i < count; i++) to[i * (size_t)(N)] = to_half(from[i]);
  FOR_EACH_STEP(LOOP)
#undef LOOP
}

enum { v210_columns = 6, v210_samples = 2 * v210_columns, v210_words = v210_samples / 3, v210_bits = 10 };

// Serial digital video reserves some codes for synchronisation, so they are not written.
static inline uint32_t v210_code(uint16_t value) { return value < 4 ? 4 : value > 1019 ? 1019 : value; }

void czimg_unpack_v210(
    uint16_t *restrict luma, uint16_t *restrict cb, uint16_t *restrict cr, const uint8_t *restrict from, size_t width) {
  for (size_t first = 0; first < width; first += v210_columns) {
    uint32_t words[v210_words];
    memcpy(words, from + first / v210_columns * sizeof words, sizeof words);
    uint16_t samples[v210_samples];
    for (size_t i = 0; i < v210_samples; i++) samples[i] = words[i / 3] >> i % 3 * v210_bits & 0x3ff;
    for (size_t i = 0; i < v210_columns && first + i < width; i++) {
      luma[first + i] = samples[2 * i + 1];
      if (i % 2 == 0) cb[(first + i) / 2] = samples[2 * i], cr[(first + i) / 2] = samples[2 * i + 2];
    }
  }
}

void czimg_pack_v210(
    uint8_t *restrict to, const uint16_t *restrict luma, const uint16_t *restrict cb, const uint16_t *restrict cr,
    size_t width) {
  for (size_t first = 0; first < width; first += v210_columns) {
    uint32_t samples[v210_samples] = {0};
    for (size_t i = 0; i < v210_columns && first + i < width; i++) {
      samples[2 * i + 1] = v210_code(luma[first + i]);
      if (i % 2 > 0) continue;
      samples[2 * i] = v210_code(cb[(first + i) / 2]);
      samples[2 * i + 2] = v210_code(cr[(first + i) / 2]);
    }
    uint32_t words[v210_words];
    for (size_t i = 0; i < v210_words; i++) {
      words[i] = samples[3 * i] | samples[3 * i + 1] << v210_bits | samples[3 * i + 2] << 2 * v210_bits;
    }
    memcpy(to + first / v210_columns * sizeof words, words, sizeof words);
  }
}
