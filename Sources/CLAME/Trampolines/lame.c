// Written by scripts/make-trampolines from the headers of lame: change that instead.

#include "CLAME.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(lame_close) \
  each(lame_encode_buffer) \
  each(lame_encode_buffer_ieee_double) \
  each(lame_encode_buffer_ieee_float) \
  each(lame_encode_buffer_int) \
  each(lame_encode_buffer_interleaved) \
  each(lame_encode_buffer_interleaved_ieee_double) \
  each(lame_encode_buffer_interleaved_ieee_float) \
  each(lame_encode_buffer_interleaved_int) \
  each(lame_encode_flush) \
  each(lame_get_encoder_delay) \
  each(lame_get_encoder_padding) \
  each(lame_get_framesize) \
  each(lame_get_lametag_frame) \
  each(lame_get_scale) \
  each(lame_init) \
  each(lame_init_params) \
  each(lame_set_VBR) \
  each(lame_set_VBR_mean_bitrate_kbps) \
  each(lame_set_VBR_quality) \
  each(lame_set_bWriteVbrTag) \
  each(lame_set_brate) \
  each(lame_set_debugf) \
  each(lame_set_errorf) \
  each(lame_set_in_samplerate) \
  each(lame_set_mode) \
  each(lame_set_msgf) \
  each(lame_set_num_channels) \
  each(lame_set_out_samplerate) \
  each(lame_set_quality) \
  each(lame_set_scale) \
  each(lame_set_write_id3tag_automatic)

CLOADING_TRAMPOLINES(CLOADING_LAME, FUNCTIONS)

CLOADING_HIDDEN(lame_close)
int lame_close(lame_global_flags *a) {
  return CLOADING_ADDRESS(lame_close)(a);
}

CLOADING_HIDDEN(lame_encode_buffer)
int lame_encode_buffer(lame_global_flags *a, const short *b, const short *c, const int d, unsigned char *e, const int f)
    {
  return CLOADING_ADDRESS(lame_encode_buffer)(a, b, c, d, e, f);
}

CLOADING_HIDDEN(lame_encode_buffer_ieee_double)
int lame_encode_buffer_ieee_double(lame_t a, const double *b, const double *c, const int d, unsigned char *e, const int
    f) {
  return CLOADING_ADDRESS(lame_encode_buffer_ieee_double)(a, b, c, d, e, f);
}

CLOADING_HIDDEN(lame_encode_buffer_ieee_float)
int lame_encode_buffer_ieee_float(lame_t a, const float *b, const float *c, const int d, unsigned char *e, const int f)
    {
  return CLOADING_ADDRESS(lame_encode_buffer_ieee_float)(a, b, c, d, e, f);
}

CLOADING_HIDDEN(lame_encode_buffer_int)
int lame_encode_buffer_int(lame_global_flags *a, const int *b, const int *c, const int d, unsigned char *e, const int f)
    {
  return CLOADING_ADDRESS(lame_encode_buffer_int)(a, b, c, d, e, f);
}

CLOADING_HIDDEN(lame_encode_buffer_interleaved)
int lame_encode_buffer_interleaved(lame_global_flags *a, short *b, int c, unsigned char *d, int e) {
  return CLOADING_ADDRESS(lame_encode_buffer_interleaved)(a, b, c, d, e);
}

CLOADING_HIDDEN(lame_encode_buffer_interleaved_ieee_double)
int lame_encode_buffer_interleaved_ieee_double(lame_t a, const double *b, const int c, unsigned char *d, const int e) {
  return CLOADING_ADDRESS(lame_encode_buffer_interleaved_ieee_double)(a, b, c, d, e);
}

CLOADING_HIDDEN(lame_encode_buffer_interleaved_ieee_float)
int lame_encode_buffer_interleaved_ieee_float(lame_t a, const float *b, const int c, unsigned char *d, const int e) {
  return CLOADING_ADDRESS(lame_encode_buffer_interleaved_ieee_float)(a, b, c, d, e);
}

CLOADING_HIDDEN(lame_encode_buffer_interleaved_int)
int lame_encode_buffer_interleaved_int(lame_t a, const int *b, const int c, unsigned char *d, const int e) {
  return CLOADING_ADDRESS(lame_encode_buffer_interleaved_int)(a, b, c, d, e);
}

CLOADING_HIDDEN(lame_encode_flush)
int lame_encode_flush(lame_global_flags *a, unsigned char *b, int c) {
  return CLOADING_ADDRESS(lame_encode_flush)(a, b, c);
}

CLOADING_HIDDEN(lame_get_encoder_delay)
int lame_get_encoder_delay(const lame_global_flags *a) {
  return CLOADING_ADDRESS(lame_get_encoder_delay)(a);
}

CLOADING_HIDDEN(lame_get_encoder_padding)
int lame_get_encoder_padding(const lame_global_flags *a) {
  return CLOADING_ADDRESS(lame_get_encoder_padding)(a);
}

CLOADING_HIDDEN(lame_get_framesize)
int lame_get_framesize(const lame_global_flags *a) {
  return CLOADING_ADDRESS(lame_get_framesize)(a);
}

CLOADING_HIDDEN(lame_get_lametag_frame)
size_t lame_get_lametag_frame(const lame_global_flags *a, unsigned char *b, size_t c) {
  return CLOADING_ADDRESS(lame_get_lametag_frame)(a, b, c);
}

CLOADING_HIDDEN(lame_get_scale)
float lame_get_scale(const lame_global_flags *a) {
  return CLOADING_ADDRESS(lame_get_scale)(a);
}

CLOADING_HIDDEN(lame_init)
lame_global_flags *lame_init(void) {
  return CLOADING_ADDRESS(lame_init)();
}

CLOADING_HIDDEN(lame_init_params)
int lame_init_params(lame_global_flags *a) {
  return CLOADING_ADDRESS(lame_init_params)(a);
}

CLOADING_HIDDEN(lame_set_VBR)
int lame_set_VBR(lame_global_flags *a, vbr_mode b) {
  return CLOADING_ADDRESS(lame_set_VBR)(a, b);
}

CLOADING_HIDDEN(lame_set_VBR_mean_bitrate_kbps)
int lame_set_VBR_mean_bitrate_kbps(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_VBR_mean_bitrate_kbps)(a, b);
}

CLOADING_HIDDEN(lame_set_VBR_quality)
int lame_set_VBR_quality(lame_global_flags *a, float b) {
  return CLOADING_ADDRESS(lame_set_VBR_quality)(a, b);
}

CLOADING_HIDDEN(lame_set_bWriteVbrTag)
int lame_set_bWriteVbrTag(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_bWriteVbrTag)(a, b);
}

CLOADING_HIDDEN(lame_set_brate)
int lame_set_brate(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_brate)(a, b);
}

CLOADING_HIDDEN(lame_set_debugf)
int lame_set_debugf(lame_global_flags *a, lame_report_function b) {
  return CLOADING_ADDRESS(lame_set_debugf)(a, b);
}

CLOADING_HIDDEN(lame_set_errorf)
int lame_set_errorf(lame_global_flags *a, lame_report_function b) {
  return CLOADING_ADDRESS(lame_set_errorf)(a, b);
}

CLOADING_HIDDEN(lame_set_in_samplerate)
int lame_set_in_samplerate(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_in_samplerate)(a, b);
}

CLOADING_HIDDEN(lame_set_mode)
int lame_set_mode(lame_global_flags *a, MPEG_mode b) {
  return CLOADING_ADDRESS(lame_set_mode)(a, b);
}

CLOADING_HIDDEN(lame_set_msgf)
int lame_set_msgf(lame_global_flags *a, lame_report_function b) {
  return CLOADING_ADDRESS(lame_set_msgf)(a, b);
}

CLOADING_HIDDEN(lame_set_num_channels)
int lame_set_num_channels(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_num_channels)(a, b);
}

CLOADING_HIDDEN(lame_set_out_samplerate)
int lame_set_out_samplerate(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_out_samplerate)(a, b);
}

CLOADING_HIDDEN(lame_set_quality)
int lame_set_quality(lame_global_flags *a, int b) {
  return CLOADING_ADDRESS(lame_set_quality)(a, b);
}

CLOADING_HIDDEN(lame_set_scale)
int lame_set_scale(lame_global_flags *a, float b) {
  return CLOADING_ADDRESS(lame_set_scale)(a, b);
}

CLOADING_HIDDEN(lame_set_write_id3tag_automatic)
void lame_set_write_id3tag_automatic(lame_global_flags *a, int b) {
  CLOADING_ADDRESS(lame_set_write_id3tag_automatic)(a, b);
}
