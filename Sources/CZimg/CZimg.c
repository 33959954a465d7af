#include "CZimg.h"

// One loop for each constant step: a variable one would not be vectorised.
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
