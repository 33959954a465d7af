// Written by scripts/make-trampolines from the headers of avcodec: change that instead.

#include "CFFmpeg.h"

#include "CLoading.h"

#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define SOME_0(each) each(av_packet_side_data_get) each(av_packet_side_data_new)
#else
#define SOME_0(each)
#endif

#define FUNCTIONS(each) \
  each(av_bsf_alloc) \
  each(av_bsf_flush) \
  each(av_bsf_free) \
  each(av_bsf_get_by_name) \
  each(av_bsf_init) \
  each(av_bsf_receive_packet) \
  each(av_bsf_send_packet) \
  each(av_new_packet) \
  each(av_packet_alloc) \
  each(av_packet_free) \
  each(av_packet_get_side_data) \
  each(av_packet_new_side_data) \
  each(av_packet_ref) \
  each(av_packet_rescale_ts) \
  each(av_parser_close) \
  each(av_parser_init) \
  each(av_parser_parse2) \
  each(av_vorbis_parse_frame) \
  each(av_vorbis_parse_free) \
  each(av_vorbis_parse_init) \
  each(av_vorbis_parse_reset) \
  each(avcodec_alloc_context3) \
  each(avcodec_default_get_buffer2) \
  each(avcodec_descriptor_get) \
  each(avcodec_descriptor_get_by_name) \
  each(avcodec_find_best_pix_fmt_of_list) \
  each(avcodec_find_decoder) \
  each(avcodec_find_decoder_by_name) \
  each(avcodec_find_encoder) \
  each(avcodec_find_encoder_by_name) \
  each(avcodec_flush_buffers) \
  each(avcodec_free_context) \
  each(avcodec_get_class) \
  each(avcodec_get_name) \
  each(avcodec_get_type) \
  each(avcodec_open2) \
  each(avcodec_parameters_alloc) \
  each(avcodec_parameters_copy) \
  each(avcodec_parameters_free) \
  each(avcodec_parameters_from_context) \
  each(avcodec_parameters_to_context) \
  each(avcodec_pix_fmt_to_codec_tag) \
  each(avcodec_profile_name) \
  each(avcodec_receive_frame) \
  each(avcodec_receive_packet) \
  each(avcodec_send_frame) \
  each(avcodec_send_packet) \
  SOME_0(each)

CLOADING_TRAMPOLINES(CLOADING_AVCODEC, FUNCTIONS)

CLOADING_HIDDEN(av_bsf_alloc)
int av_bsf_alloc(const AVBitStreamFilter *a, AVBSFContext **b) {
  return CLOADING_ADDRESS(av_bsf_alloc)(a, b);
}

CLOADING_HIDDEN(av_bsf_flush)
void av_bsf_flush(AVBSFContext *a) {
  CLOADING_ADDRESS(av_bsf_flush)(a);
}

CLOADING_HIDDEN(av_bsf_free)
void av_bsf_free(AVBSFContext **a) {
  CLOADING_ADDRESS(av_bsf_free)(a);
}

CLOADING_HIDDEN(av_bsf_get_by_name)
const AVBitStreamFilter *av_bsf_get_by_name(const char *a) {
  return CLOADING_ADDRESS(av_bsf_get_by_name)(a);
}

CLOADING_HIDDEN(av_bsf_init)
int av_bsf_init(AVBSFContext *a) {
  return CLOADING_ADDRESS(av_bsf_init)(a);
}

CLOADING_HIDDEN(av_bsf_receive_packet)
int av_bsf_receive_packet(AVBSFContext *a, AVPacket *b) {
  return CLOADING_ADDRESS(av_bsf_receive_packet)(a, b);
}

CLOADING_HIDDEN(av_bsf_send_packet)
int av_bsf_send_packet(AVBSFContext *a, AVPacket *b) {
  return CLOADING_ADDRESS(av_bsf_send_packet)(a, b);
}

CLOADING_HIDDEN(av_new_packet)
int av_new_packet(AVPacket *a, int b) {
  return CLOADING_ADDRESS(av_new_packet)(a, b);
}

CLOADING_HIDDEN(av_packet_alloc)
AVPacket *av_packet_alloc(void) {
  return CLOADING_ADDRESS(av_packet_alloc)();
}

CLOADING_HIDDEN(av_packet_free)
void av_packet_free(AVPacket **a) {
  CLOADING_ADDRESS(av_packet_free)(a);
}

CLOADING_HIDDEN(av_packet_get_side_data)
uint8_t *av_packet_get_side_data(const AVPacket *a, enum AVPacketSideDataType b, size_t *c) {
  return CLOADING_ADDRESS(av_packet_get_side_data)(a, b, c);
}

CLOADING_HIDDEN(av_packet_new_side_data)
uint8_t *av_packet_new_side_data(AVPacket *a, enum AVPacketSideDataType b, size_t c) {
  return CLOADING_ADDRESS(av_packet_new_side_data)(a, b, c);
}

CLOADING_HIDDEN(av_packet_ref)
int av_packet_ref(AVPacket *a, const AVPacket *b) {
  return CLOADING_ADDRESS(av_packet_ref)(a, b);
}

CLOADING_HIDDEN(av_packet_rescale_ts)
void av_packet_rescale_ts(AVPacket *a, AVRational b, AVRational c) {
  CLOADING_ADDRESS(av_packet_rescale_ts)(a, b, c);
}

CLOADING_HIDDEN(av_parser_close)
void av_parser_close(AVCodecParserContext *a) {
  CLOADING_ADDRESS(av_parser_close)(a);
}

CLOADING_HIDDEN(av_parser_init)
AVCodecParserContext *av_parser_init(int a) {
  return CLOADING_ADDRESS(av_parser_init)(a);
}

CLOADING_HIDDEN(av_parser_parse2)
int av_parser_parse2(AVCodecParserContext *a, AVCodecContext *b, uint8_t **c, int *d, const uint8_t *e, int f, int64_t
    g, int64_t h, int64_t i) {
  return CLOADING_ADDRESS(av_parser_parse2)(a, b, c, d, e, f, g, h, i);
}

CLOADING_HIDDEN(av_vorbis_parse_frame)
int av_vorbis_parse_frame(AVVorbisParseContext *a, const uint8_t *b, int c) {
  return CLOADING_ADDRESS(av_vorbis_parse_frame)(a, b, c);
}

CLOADING_HIDDEN(av_vorbis_parse_free)
void av_vorbis_parse_free(AVVorbisParseContext **a) {
  CLOADING_ADDRESS(av_vorbis_parse_free)(a);
}

CLOADING_HIDDEN(av_vorbis_parse_init)
AVVorbisParseContext *av_vorbis_parse_init(const uint8_t *a, int b) {
  return CLOADING_ADDRESS(av_vorbis_parse_init)(a, b);
}

CLOADING_HIDDEN(av_vorbis_parse_reset)
void av_vorbis_parse_reset(AVVorbisParseContext *a) {
  CLOADING_ADDRESS(av_vorbis_parse_reset)(a);
}

CLOADING_HIDDEN(avcodec_alloc_context3)
AVCodecContext *avcodec_alloc_context3(const AVCodec *a) {
  return CLOADING_ADDRESS(avcodec_alloc_context3)(a);
}

CLOADING_HIDDEN(avcodec_default_get_buffer2)
int avcodec_default_get_buffer2(AVCodecContext *a, AVFrame *b, int c) {
  return CLOADING_ADDRESS(avcodec_default_get_buffer2)(a, b, c);
}

CLOADING_HIDDEN(avcodec_descriptor_get)
const AVCodecDescriptor *avcodec_descriptor_get(enum AVCodecID a) {
  return CLOADING_ADDRESS(avcodec_descriptor_get)(a);
}

CLOADING_HIDDEN(avcodec_descriptor_get_by_name)
const AVCodecDescriptor *avcodec_descriptor_get_by_name(const char *a) {
  return CLOADING_ADDRESS(avcodec_descriptor_get_by_name)(a);
}

CLOADING_HIDDEN(avcodec_find_best_pix_fmt_of_list)
enum AVPixelFormat avcodec_find_best_pix_fmt_of_list(const enum AVPixelFormat *a, enum AVPixelFormat b, int c, int *d) {
  return CLOADING_ADDRESS(avcodec_find_best_pix_fmt_of_list)(a, b, c, d);
}

CLOADING_HIDDEN(avcodec_find_decoder)
const AVCodec *avcodec_find_decoder(enum AVCodecID a) {
  return CLOADING_ADDRESS(avcodec_find_decoder)(a);
}

CLOADING_HIDDEN(avcodec_find_decoder_by_name)
const AVCodec *avcodec_find_decoder_by_name(const char *a) {
  return CLOADING_ADDRESS(avcodec_find_decoder_by_name)(a);
}

CLOADING_HIDDEN(avcodec_find_encoder)
const AVCodec *avcodec_find_encoder(enum AVCodecID a) {
  return CLOADING_ADDRESS(avcodec_find_encoder)(a);
}

CLOADING_HIDDEN(avcodec_find_encoder_by_name)
const AVCodec *avcodec_find_encoder_by_name(const char *a) {
  return CLOADING_ADDRESS(avcodec_find_encoder_by_name)(a);
}

CLOADING_HIDDEN(avcodec_flush_buffers)
void avcodec_flush_buffers(AVCodecContext *a) {
  CLOADING_ADDRESS(avcodec_flush_buffers)(a);
}

CLOADING_HIDDEN(avcodec_free_context)
void avcodec_free_context(AVCodecContext **a) {
  CLOADING_ADDRESS(avcodec_free_context)(a);
}

CLOADING_HIDDEN(avcodec_get_class)
const AVClass *avcodec_get_class(void) {
  return CLOADING_ADDRESS(avcodec_get_class)();
}

CLOADING_HIDDEN(avcodec_get_name)
const char *avcodec_get_name(enum AVCodecID a) {
  return CLOADING_ADDRESS(avcodec_get_name)(a);
}

CLOADING_HIDDEN(avcodec_get_type)
enum AVMediaType avcodec_get_type(enum AVCodecID a) {
  return CLOADING_ADDRESS(avcodec_get_type)(a);
}

CLOADING_HIDDEN(avcodec_open2)
int avcodec_open2(AVCodecContext *a, const AVCodec *b, AVDictionary **c) {
  return CLOADING_ADDRESS(avcodec_open2)(a, b, c);
}

CLOADING_HIDDEN(avcodec_parameters_alloc)
AVCodecParameters *avcodec_parameters_alloc(void) {
  return CLOADING_ADDRESS(avcodec_parameters_alloc)();
}

CLOADING_HIDDEN(avcodec_parameters_copy)
int avcodec_parameters_copy(AVCodecParameters *a, const AVCodecParameters *b) {
  return CLOADING_ADDRESS(avcodec_parameters_copy)(a, b);
}

CLOADING_HIDDEN(avcodec_parameters_free)
void avcodec_parameters_free(AVCodecParameters **a) {
  CLOADING_ADDRESS(avcodec_parameters_free)(a);
}

CLOADING_HIDDEN(avcodec_parameters_from_context)
int avcodec_parameters_from_context(AVCodecParameters *a, const AVCodecContext *b) {
  return CLOADING_ADDRESS(avcodec_parameters_from_context)(a, b);
}

CLOADING_HIDDEN(avcodec_parameters_to_context)
int avcodec_parameters_to_context(AVCodecContext *a, const AVCodecParameters *b) {
  return CLOADING_ADDRESS(avcodec_parameters_to_context)(a, b);
}

CLOADING_HIDDEN(avcodec_pix_fmt_to_codec_tag)
unsigned int avcodec_pix_fmt_to_codec_tag(enum AVPixelFormat a) {
  return CLOADING_ADDRESS(avcodec_pix_fmt_to_codec_tag)(a);
}

CLOADING_HIDDEN(avcodec_profile_name)
const char *avcodec_profile_name(enum AVCodecID a, int b) {
  return CLOADING_ADDRESS(avcodec_profile_name)(a, b);
}

CLOADING_HIDDEN(avcodec_receive_frame)
int avcodec_receive_frame(AVCodecContext *a, AVFrame *b) {
  return CLOADING_ADDRESS(avcodec_receive_frame)(a, b);
}

CLOADING_HIDDEN(avcodec_receive_packet)
int avcodec_receive_packet(AVCodecContext *a, AVPacket *b) {
  return CLOADING_ADDRESS(avcodec_receive_packet)(a, b);
}

CLOADING_HIDDEN(avcodec_send_frame)
int avcodec_send_frame(AVCodecContext *a, const AVFrame *b) {
  return CLOADING_ADDRESS(avcodec_send_frame)(a, b);
}

CLOADING_HIDDEN(avcodec_send_packet)
int avcodec_send_packet(AVCodecContext *a, const AVPacket *b) {
  return CLOADING_ADDRESS(avcodec_send_packet)(a, b);
}

#if LIBAVFORMAT_VERSION_MAJOR >= 61

CLOADING_HIDDEN(av_packet_side_data_get)
const AVPacketSideData *av_packet_side_data_get(const AVPacketSideData *a, int b, enum AVPacketSideDataType c) {
  return CLOADING_ADDRESS(av_packet_side_data_get)(a, b, c);
}

CLOADING_HIDDEN(av_packet_side_data_new)
AVPacketSideData *av_packet_side_data_new(AVPacketSideData **a, int *b, enum AVPacketSideDataType c, size_t d, int e) {
  return CLOADING_ADDRESS(av_packet_side_data_new)(a, b, c, d, e);
}

#endif
