// Written by scripts/make-trampolines from the headers of swscale: change that instead.

#include "CFFmpeg.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(sws_freeContext) \
  each(sws_getCoefficients) \
  each(sws_getContext) \
  each(sws_scale) \
  each(sws_setColorspaceDetails)

CLOADING_TRAMPOLINES(CLOADING_SWSCALE, FUNCTIONS)

CLOADING_HIDDEN(sws_freeContext)
void sws_freeContext(struct SwsContext *a) {
  CLOADING_ADDRESS(sws_freeContext)(a);
}

CLOADING_HIDDEN(sws_getCoefficients)
const int *sws_getCoefficients(int a) {
  return CLOADING_ADDRESS(sws_getCoefficients)(a);
}

CLOADING_HIDDEN(sws_getContext)
struct SwsContext *sws_getContext(int a, int b, enum AVPixelFormat c, int d, int e, enum AVPixelFormat f, int g,
    SwsFilter *h, SwsFilter *i, const double *j) {
  return CLOADING_ADDRESS(sws_getContext)(a, b, c, d, e, f, g, h, i, j);
}

CLOADING_HIDDEN(sws_scale)
int sws_scale(struct SwsContext *a, const uint8_t *const *b, const int *c, int d, int e, uint8_t *const *f, const int
    *g) {
  return CLOADING_ADDRESS(sws_scale)(a, b, c, d, e, f, g);
}

CLOADING_HIDDEN(sws_setColorspaceDetails)
int sws_setColorspaceDetails(struct SwsContext *a, const int *b, int c, const int *d, int e, int f, int g, int h) {
  return CLOADING_ADDRESS(sws_setColorspaceDetails)(a, b, c, d, e, f, g, h);
}
