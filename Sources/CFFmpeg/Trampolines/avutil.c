// Written by scripts/make-trampolines from the headers of avutil: change that instead.

#include "CFFmpeg.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(av_buffer_create) \
  each(av_channel_layout_copy) \
  each(av_channel_layout_describe) \
  each(av_channel_layout_from_mask) \
  each(av_channel_layout_from_string) \
  each(av_channel_layout_uninit) \
  each(av_crc) \
  each(av_crc_get_table) \
  each(av_dict_free) \
  each(av_dict_get) \
  each(av_dict_set) \
  each(av_frame_alloc) \
  each(av_frame_clone) \
  each(av_frame_free) \
  each(av_frame_get_buffer) \
  each(av_frame_get_side_data) \
  each(av_frame_make_writable) \
  each(av_frame_ref) \
  each(av_frame_unref) \
  each(av_free) \
  each(av_freep) \
  each(av_get_pix_fmt) \
  each(av_get_pix_fmt_name) \
  each(av_image_get_linesize) \
  each(av_log_format_line2) \
  each(av_log_set_callback) \
  each(av_malloc) \
  each(av_mallocz) \
  each(av_opt_get_int) \
  each(av_opt_set) \
  each(av_opt_set_double) \
  each(av_pix_fmt_count_planes) \
  each(av_pix_fmt_desc_get) \
  each(av_pix_fmt_desc_get_id) \
  each(av_pix_fmt_desc_next) \
  each(av_realloc_array) \
  each(av_samples_set_silence) \
  each(av_stereo3d_type_name) \
  each(av_strerror)

CLOADING_TRAMPOLINES(CLOADING_AVUTIL, FUNCTIONS)

CLOADING_HIDDEN(av_buffer_create)
AVBufferRef *av_buffer_create(uint8_t *a, size_t b, __typeof__(void (*)(void *, uint8_t *)) c, void *d, int e) {
  return CLOADING_ADDRESS(av_buffer_create)(a, b, c, d, e);
}

CLOADING_HIDDEN(av_channel_layout_copy)
int av_channel_layout_copy(AVChannelLayout *a, const AVChannelLayout *b) {
  return CLOADING_ADDRESS(av_channel_layout_copy)(a, b);
}

CLOADING_HIDDEN(av_channel_layout_describe)
int av_channel_layout_describe(const AVChannelLayout *a, char *b, size_t c) {
  return CLOADING_ADDRESS(av_channel_layout_describe)(a, b, c);
}

CLOADING_HIDDEN(av_channel_layout_from_mask)
int av_channel_layout_from_mask(AVChannelLayout *a, uint64_t b) {
  return CLOADING_ADDRESS(av_channel_layout_from_mask)(a, b);
}

CLOADING_HIDDEN(av_channel_layout_from_string)
int av_channel_layout_from_string(AVChannelLayout *a, const char *b) {
  return CLOADING_ADDRESS(av_channel_layout_from_string)(a, b);
}

CLOADING_HIDDEN(av_channel_layout_uninit)
void av_channel_layout_uninit(AVChannelLayout *a) {
  CLOADING_ADDRESS(av_channel_layout_uninit)(a);
}

CLOADING_HIDDEN(av_crc)
uint32_t av_crc(const AVCRC *a, uint32_t b, const uint8_t *c, size_t d) {
  return CLOADING_ADDRESS(av_crc)(a, b, c, d);
}

CLOADING_HIDDEN(av_crc_get_table)
const AVCRC *av_crc_get_table(AVCRCId a) {
  return CLOADING_ADDRESS(av_crc_get_table)(a);
}

CLOADING_HIDDEN(av_dict_free)
void av_dict_free(AVDictionary **a) {
  CLOADING_ADDRESS(av_dict_free)(a);
}

CLOADING_HIDDEN(av_dict_get)
AVDictionaryEntry *av_dict_get(const AVDictionary *a, const char *b, const AVDictionaryEntry *c, int d) {
  return CLOADING_ADDRESS(av_dict_get)(a, b, c, d);
}

CLOADING_HIDDEN(av_dict_set)
int av_dict_set(AVDictionary **a, const char *b, const char *c, int d) {
  return CLOADING_ADDRESS(av_dict_set)(a, b, c, d);
}

CLOADING_HIDDEN(av_frame_alloc)
AVFrame *av_frame_alloc(void) {
  return CLOADING_ADDRESS(av_frame_alloc)();
}

CLOADING_HIDDEN(av_frame_clone)
AVFrame *av_frame_clone(const AVFrame *a) {
  return CLOADING_ADDRESS(av_frame_clone)(a);
}

CLOADING_HIDDEN(av_frame_free)
void av_frame_free(AVFrame **a) {
  CLOADING_ADDRESS(av_frame_free)(a);
}

CLOADING_HIDDEN(av_frame_get_buffer)
int av_frame_get_buffer(AVFrame *a, int b) {
  return CLOADING_ADDRESS(av_frame_get_buffer)(a, b);
}

CLOADING_HIDDEN(av_frame_get_side_data)
AVFrameSideData *av_frame_get_side_data(const AVFrame *a, enum AVFrameSideDataType b) {
  return CLOADING_ADDRESS(av_frame_get_side_data)(a, b);
}

CLOADING_HIDDEN(av_frame_make_writable)
int av_frame_make_writable(AVFrame *a) {
  return CLOADING_ADDRESS(av_frame_make_writable)(a);
}

CLOADING_HIDDEN(av_frame_ref)
int av_frame_ref(AVFrame *a, const AVFrame *b) {
  return CLOADING_ADDRESS(av_frame_ref)(a, b);
}

CLOADING_HIDDEN(av_frame_unref)
void av_frame_unref(AVFrame *a) {
  CLOADING_ADDRESS(av_frame_unref)(a);
}

CLOADING_HIDDEN(av_free)
void av_free(void *a) {
  CLOADING_ADDRESS(av_free)(a);
}

CLOADING_HIDDEN(av_freep)
void av_freep(void *a) {
  CLOADING_ADDRESS(av_freep)(a);
}

CLOADING_HIDDEN(av_get_pix_fmt)
enum AVPixelFormat av_get_pix_fmt(const char *a) {
  return CLOADING_ADDRESS(av_get_pix_fmt)(a);
}

CLOADING_HIDDEN(av_get_pix_fmt_name)
const char *av_get_pix_fmt_name(enum AVPixelFormat a) {
  return CLOADING_ADDRESS(av_get_pix_fmt_name)(a);
}

CLOADING_HIDDEN(av_image_get_linesize)
int av_image_get_linesize(enum AVPixelFormat a, int b, int c) {
  return CLOADING_ADDRESS(av_image_get_linesize)(a, b, c);
}

CLOADING_HIDDEN(av_log_format_line2)
int av_log_format_line2(void *a, int b, const char *c, va_list d, char *e, int f, int *g) {
  return CLOADING_ADDRESS(av_log_format_line2)(a, b, c, d, e, f, g);
}

CLOADING_HIDDEN(av_log_set_callback)
void av_log_set_callback(__typeof__(void (*)(void *, int, const char *, va_list)) a) {
  CLOADING_ADDRESS(av_log_set_callback)(a);
}

CLOADING_HIDDEN(av_malloc)
void *av_malloc(size_t a) {
  return CLOADING_ADDRESS(av_malloc)(a);
}

CLOADING_HIDDEN(av_mallocz)
void *av_mallocz(size_t a) {
  return CLOADING_ADDRESS(av_mallocz)(a);
}

CLOADING_HIDDEN(av_opt_get_int)
int av_opt_get_int(void *a, const char *b, int c, int64_t *d) {
  return CLOADING_ADDRESS(av_opt_get_int)(a, b, c, d);
}

CLOADING_HIDDEN(av_opt_set)
int av_opt_set(void *a, const char *b, const char *c, int d) {
  return CLOADING_ADDRESS(av_opt_set)(a, b, c, d);
}

CLOADING_HIDDEN(av_opt_set_double)
int av_opt_set_double(void *a, const char *b, double c, int d) {
  return CLOADING_ADDRESS(av_opt_set_double)(a, b, c, d);
}

CLOADING_HIDDEN(av_pix_fmt_count_planes)
int av_pix_fmt_count_planes(enum AVPixelFormat a) {
  return CLOADING_ADDRESS(av_pix_fmt_count_planes)(a);
}

CLOADING_HIDDEN(av_pix_fmt_desc_get)
const AVPixFmtDescriptor *av_pix_fmt_desc_get(enum AVPixelFormat a) {
  return CLOADING_ADDRESS(av_pix_fmt_desc_get)(a);
}

CLOADING_HIDDEN(av_pix_fmt_desc_get_id)
enum AVPixelFormat av_pix_fmt_desc_get_id(const AVPixFmtDescriptor *a) {
  return CLOADING_ADDRESS(av_pix_fmt_desc_get_id)(a);
}

CLOADING_HIDDEN(av_pix_fmt_desc_next)
const AVPixFmtDescriptor *av_pix_fmt_desc_next(const AVPixFmtDescriptor *a) {
  return CLOADING_ADDRESS(av_pix_fmt_desc_next)(a);
}

CLOADING_HIDDEN(av_realloc_array)
void *av_realloc_array(void *a, size_t b, size_t c) {
  return CLOADING_ADDRESS(av_realloc_array)(a, b, c);
}

CLOADING_HIDDEN(av_samples_set_silence)
int av_samples_set_silence(CLOADING_EITHER(av_samples_set_silence, int (uint8_t **, int, int, int, enum AVSampleFormat),
    uint8_t **, uint8_t *const *) a, int b, int c, int d, enum AVSampleFormat e) {
  return CLOADING_ADDRESS(av_samples_set_silence)(a, b, c, d, e);
}

CLOADING_HIDDEN(av_stereo3d_type_name)
const char *av_stereo3d_type_name(unsigned int a) {
  return CLOADING_ADDRESS(av_stereo3d_type_name)(a);
}

CLOADING_HIDDEN(av_strerror)
int av_strerror(int a, char *b, size_t c) {
  return CLOADING_ADDRESS(av_strerror)(a, b, c);
}
