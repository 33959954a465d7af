// Written by scripts/make-trampolines from the headers of swresample: change that instead.

#include "CFFmpeg.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(swr_alloc_set_opts2) \
  each(swr_convert) \
  each(swr_free) \
  each(swr_get_out_samples) \
  each(swr_init) \
  each(swr_set_matrix)

CLOADING_TRAMPOLINES(CLOADING_SWRESAMPLE, FUNCTIONS)

CLOADING_HIDDEN(swr_alloc_set_opts2)
int swr_alloc_set_opts2(struct SwrContext **a, CLOADING_EITHER(swr_alloc_set_opts2, int (struct SwrContext **,
    AVChannelLayout *, enum AVSampleFormat, int, AVChannelLayout *, enum AVSampleFormat, int, int, void *),
    AVChannelLayout *, const AVChannelLayout *) b, enum AVSampleFormat c, int d, CLOADING_EITHER(swr_alloc_set_opts2,
    int (struct SwrContext **, AVChannelLayout *, enum AVSampleFormat, int, AVChannelLayout *, enum AVSampleFormat, int,
    int, void *), AVChannelLayout *, const AVChannelLayout *) e, enum AVSampleFormat f, int g, int h, void *i) {
  return CLOADING_ADDRESS(swr_alloc_set_opts2)(a, b, c, d, e, f, g, h, i);
}

CLOADING_HIDDEN(swr_convert)
int swr_convert(struct SwrContext *a, CLOADING_EITHER(swr_convert, int (struct SwrContext *, uint8_t **, int, const
    uint8_t **, int), uint8_t **, uint8_t *const *) b, int c, CLOADING_EITHER(swr_convert, int (struct SwrContext *,
    uint8_t **, int, const uint8_t **, int), const uint8_t **, const uint8_t *const *) d, int e) {
  return CLOADING_ADDRESS(swr_convert)(a, b, c, d, e);
}

CLOADING_HIDDEN(swr_free)
void swr_free(struct SwrContext **a) {
  CLOADING_ADDRESS(swr_free)(a);
}

CLOADING_HIDDEN(swr_get_out_samples)
int swr_get_out_samples(struct SwrContext *a, int b) {
  return CLOADING_ADDRESS(swr_get_out_samples)(a, b);
}

CLOADING_HIDDEN(swr_init)
int swr_init(struct SwrContext *a) {
  return CLOADING_ADDRESS(swr_init)(a);
}

CLOADING_HIDDEN(swr_set_matrix)
int swr_set_matrix(struct SwrContext *a, const double *b, int c) {
  return CLOADING_ADDRESS(swr_set_matrix)(a, b, c);
}
