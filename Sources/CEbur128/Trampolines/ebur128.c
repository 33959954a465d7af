// Written by scripts/make-trampolines from the headers of ebur128: change that instead.

#include "CEbur128.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(ebur128_add_frames_float) \
  each(ebur128_destroy) \
  each(ebur128_init) \
  each(ebur128_loudness_global) \
  each(ebur128_set_channel) \
  each(ebur128_true_peak)

CLOADING_TRAMPOLINES(CLOADING_EBUR128, FUNCTIONS)

CLOADING_HIDDEN(ebur128_add_frames_float)
int ebur128_add_frames_float(ebur128_state *a, const float *b, size_t c) {
  return CLOADING_ADDRESS(ebur128_add_frames_float)(a, b, c);
}

CLOADING_HIDDEN(ebur128_destroy)
void ebur128_destroy(ebur128_state **a) {
  CLOADING_ADDRESS(ebur128_destroy)(a);
}

CLOADING_HIDDEN(ebur128_init)
ebur128_state *ebur128_init(unsigned int a, unsigned long b, int c) {
  return CLOADING_ADDRESS(ebur128_init)(a, b, c);
}

CLOADING_HIDDEN(ebur128_loudness_global)
int ebur128_loudness_global(ebur128_state *a, double *b) {
  return CLOADING_ADDRESS(ebur128_loudness_global)(a, b);
}

CLOADING_HIDDEN(ebur128_set_channel)
int ebur128_set_channel(ebur128_state *a, unsigned int b, int c) {
  return CLOADING_ADDRESS(ebur128_set_channel)(a, b, c);
}

CLOADING_HIDDEN(ebur128_true_peak)
int ebur128_true_peak(ebur128_state *a, unsigned int b, double *c) {
  return CLOADING_ADDRESS(ebur128_true_peak)(a, b, c);
}
