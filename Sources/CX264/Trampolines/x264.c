// Written by scripts/make-trampolines from the headers of x264: change that instead.

#include "CX264.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(x264_encoder_close) \
  each(x264_encoder_delayed_frames) \
  each(x264_encoder_encode) \
  each(x264_encoder_headers) \
  each(x264_encoder_open) \
  each(x264_encoder_parameters) \
  each(x264_encoder_reconfig) \
  each(x264_levels) \
  each(x264_param_apply_profile) \
  each(x264_param_default_preset) \
  each(x264_picture_init)

CLOADING_TRAMPOLINES(CLOADING_X264, FUNCTIONS)

CLOADING_HIDDEN(x264_encoder_close)
void x264_encoder_close(x264_t *a) {
  CLOADING_ADDRESS(x264_encoder_close)(a);
}

CLOADING_HIDDEN(x264_encoder_delayed_frames)
int x264_encoder_delayed_frames(x264_t *a) {
  return CLOADING_ADDRESS(x264_encoder_delayed_frames)(a);
}

CLOADING_HIDDEN(x264_encoder_encode)
int x264_encoder_encode(x264_t *a, x264_nal_t **b, int *c, x264_picture_t *d, x264_picture_t *e) {
  return CLOADING_ADDRESS(x264_encoder_encode)(a, b, c, d, e);
}

CLOADING_HIDDEN(x264_encoder_headers)
int x264_encoder_headers(x264_t *a, x264_nal_t **b, int *c) {
  return CLOADING_ADDRESS(x264_encoder_headers)(a, b, c);
}

CLOADING_HIDDEN(x264_encoder_open)
x264_t *x264_encoder_open(x264_param_t *a) {
  return CLOADING_ADDRESS(x264_encoder_open)(a);
}

CLOADING_HIDDEN(x264_encoder_parameters)
void x264_encoder_parameters(x264_t *a, x264_param_t *b) {
  CLOADING_ADDRESS(x264_encoder_parameters)(a, b);
}

CLOADING_HIDDEN(x264_encoder_reconfig)
int x264_encoder_reconfig(x264_t *a, x264_param_t *b) {
  return CLOADING_ADDRESS(x264_encoder_reconfig)(a, b);
}

__typeof__(x264_levels) *address_of_x264_levels(void) { return CLOADING_ADDRESS(x264_levels); }

CLOADING_HIDDEN(x264_param_apply_profile)
int x264_param_apply_profile(x264_param_t *a, const char *b) {
  return CLOADING_ADDRESS(x264_param_apply_profile)(a, b);
}

CLOADING_HIDDEN(x264_param_default_preset)
int x264_param_default_preset(x264_param_t *a, const char *b, const char *c) {
  return CLOADING_ADDRESS(x264_param_default_preset)(a, b, c);
}

CLOADING_HIDDEN(x264_picture_init)
void x264_picture_init(x264_picture_t *a) {
  CLOADING_ADDRESS(x264_picture_init)(a);
}
