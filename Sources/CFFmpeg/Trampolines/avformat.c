// Written by scripts/make-trampolines from the headers of avformat: change that instead.

#include "CFFmpeg.h"

#include "CLoading.h"

#if LIBAVFORMAT_VERSION_MAJOR < 61
#define SOME_0(each) each(av_stream_get_side_data) each(av_stream_new_side_data)
#else
#define SOME_0(each)
#endif

#define FUNCTIONS(each) \
  each(av_find_input_format) \
  each(av_get_packet) \
  each(av_guess_format) \
  each(av_probe_input_buffer2) \
  each(av_read_frame) \
  each(av_seek_frame) \
  each(av_write_frame) \
  each(av_write_trailer) \
  each(avformat_alloc_context) \
  each(avformat_alloc_output_context2) \
  each(avformat_close_input) \
  each(avformat_find_stream_info) \
  each(avformat_free_context) \
  each(avformat_get_class) \
  each(avformat_index_get_entries_count) \
  each(avformat_index_get_entry) \
  each(avformat_new_stream) \
  each(avformat_open_input) \
  each(avformat_query_codec) \
  each(avformat_version) \
  each(avformat_write_header) \
  each(avio_alloc_context) \
  each(avio_closep) \
  each(avio_context_free) \
  each(avio_feof) \
  each(avio_flush) \
  each(avio_open2) \
  each(avio_read) \
  each(avio_read_partial) \
  each(avio_seek) \
  each(avio_size) \
  each(avio_write) \
  SOME_0(each)

CLOADING_TRAMPOLINES(CLOADING_AVFORMAT, FUNCTIONS)

CLOADING_HIDDEN(av_find_input_format)
const AVInputFormat *av_find_input_format(const char *a) {
  return CLOADING_ADDRESS(av_find_input_format)(a);
}

CLOADING_HIDDEN(av_get_packet)
int av_get_packet(AVIOContext *a, AVPacket *b, int c) {
  return CLOADING_ADDRESS(av_get_packet)(a, b, c);
}

CLOADING_HIDDEN(av_guess_format)
const AVOutputFormat *av_guess_format(const char *a, const char *b, const char *c) {
  return CLOADING_ADDRESS(av_guess_format)(a, b, c);
}

CLOADING_HIDDEN(av_probe_input_buffer2)
int av_probe_input_buffer2(AVIOContext *a, const AVInputFormat **b, const char *c, void *d, unsigned int e, unsigned int
    f) {
  return CLOADING_ADDRESS(av_probe_input_buffer2)(a, b, c, d, e, f);
}

CLOADING_HIDDEN(av_read_frame)
int av_read_frame(AVFormatContext *a, AVPacket *b) {
  return CLOADING_ADDRESS(av_read_frame)(a, b);
}

CLOADING_HIDDEN(av_seek_frame)
int av_seek_frame(AVFormatContext *a, int b, int64_t c, int d) {
  return CLOADING_ADDRESS(av_seek_frame)(a, b, c, d);
}

CLOADING_HIDDEN(av_write_frame)
int av_write_frame(AVFormatContext *a, AVPacket *b) {
  return CLOADING_ADDRESS(av_write_frame)(a, b);
}

CLOADING_HIDDEN(av_write_trailer)
int av_write_trailer(AVFormatContext *a) {
  return CLOADING_ADDRESS(av_write_trailer)(a);
}

CLOADING_HIDDEN(avformat_alloc_context)
AVFormatContext *avformat_alloc_context(void) {
  return CLOADING_ADDRESS(avformat_alloc_context)();
}

CLOADING_HIDDEN(avformat_alloc_output_context2)
int avformat_alloc_output_context2(AVFormatContext **a, const AVOutputFormat *b, const char *c, const char *d) {
  return CLOADING_ADDRESS(avformat_alloc_output_context2)(a, b, c, d);
}

CLOADING_HIDDEN(avformat_close_input)
void avformat_close_input(AVFormatContext **a) {
  CLOADING_ADDRESS(avformat_close_input)(a);
}

CLOADING_HIDDEN(avformat_find_stream_info)
int avformat_find_stream_info(AVFormatContext *a, AVDictionary **b) {
  return CLOADING_ADDRESS(avformat_find_stream_info)(a, b);
}

CLOADING_HIDDEN(avformat_free_context)
void avformat_free_context(AVFormatContext *a) {
  CLOADING_ADDRESS(avformat_free_context)(a);
}

CLOADING_HIDDEN(avformat_get_class)
const AVClass *avformat_get_class(void) {
  return CLOADING_ADDRESS(avformat_get_class)();
}

CLOADING_HIDDEN(avformat_index_get_entries_count)
int avformat_index_get_entries_count(const AVStream *a) {
  return CLOADING_ADDRESS(avformat_index_get_entries_count)(a);
}

CLOADING_HIDDEN(avformat_index_get_entry)
const AVIndexEntry *avformat_index_get_entry(AVStream *a, int b) {
  return CLOADING_ADDRESS(avformat_index_get_entry)(a, b);
}

CLOADING_HIDDEN(avformat_new_stream)
AVStream *avformat_new_stream(AVFormatContext *a, const AVCodec *b) {
  return CLOADING_ADDRESS(avformat_new_stream)(a, b);
}

CLOADING_HIDDEN(avformat_open_input)
int avformat_open_input(AVFormatContext **a, const char *b, const AVInputFormat *c, AVDictionary **d) {
  return CLOADING_ADDRESS(avformat_open_input)(a, b, c, d);
}

CLOADING_HIDDEN(avformat_query_codec)
int avformat_query_codec(const AVOutputFormat *a, enum AVCodecID b, int c) {
  return CLOADING_ADDRESS(avformat_query_codec)(a, b, c);
}

CLOADING_HIDDEN(avformat_version)
unsigned int avformat_version(void) {
  return CLOADING_ADDRESS(avformat_version)();
}

CLOADING_HIDDEN(avformat_write_header)
int avformat_write_header(AVFormatContext *a, AVDictionary **b) {
  return CLOADING_ADDRESS(avformat_write_header)(a, b);
}

CLOADING_HIDDEN(avio_alloc_context)
AVIOContext *avio_alloc_context(unsigned char *a, int b, int c, void *d, __typeof__(int (*)(void *, uint8_t *, int)) e,
    CLOADING_EITHER(avio_alloc_context, AVIOContext * (unsigned char *, int, int, void *, int (*)(void *, uint8_t *,
    int), int (*)(void *, uint8_t *, int), int64_t (*)(void *, int64_t, int)), int (*)(void *, uint8_t *, int), int
    (*)(void *, const uint8_t *, int)) f, __typeof__(int64_t (*)(void *, int64_t, int)) g) {
  return CLOADING_ADDRESS(avio_alloc_context)(a, b, c, d, e, f, g);
}

CLOADING_HIDDEN(avio_closep)
int avio_closep(AVIOContext **a) {
  return CLOADING_ADDRESS(avio_closep)(a);
}

CLOADING_HIDDEN(avio_context_free)
void avio_context_free(AVIOContext **a) {
  CLOADING_ADDRESS(avio_context_free)(a);
}

CLOADING_HIDDEN(avio_feof)
int avio_feof(AVIOContext *a) {
  return CLOADING_ADDRESS(avio_feof)(a);
}

CLOADING_HIDDEN(avio_flush)
void avio_flush(AVIOContext *a) {
  CLOADING_ADDRESS(avio_flush)(a);
}

CLOADING_HIDDEN(avio_open2)
int avio_open2(AVIOContext **a, const char *b, int c, const AVIOInterruptCB *d, AVDictionary **e) {
  return CLOADING_ADDRESS(avio_open2)(a, b, c, d, e);
}

CLOADING_HIDDEN(avio_read)
int avio_read(AVIOContext *a, unsigned char *b, int c) {
  return CLOADING_ADDRESS(avio_read)(a, b, c);
}

CLOADING_HIDDEN(avio_read_partial)
int avio_read_partial(AVIOContext *a, unsigned char *b, int c) {
  return CLOADING_ADDRESS(avio_read_partial)(a, b, c);
}

CLOADING_HIDDEN(avio_seek)
int64_t avio_seek(AVIOContext *a, int64_t b, int c) {
  return CLOADING_ADDRESS(avio_seek)(a, b, c);
}

CLOADING_HIDDEN(avio_size)
int64_t avio_size(AVIOContext *a) {
  return CLOADING_ADDRESS(avio_size)(a);
}

CLOADING_HIDDEN(avio_write)
void avio_write(AVIOContext *a, const unsigned char *b, int c) {
  CLOADING_ADDRESS(avio_write)(a, b, c);
}

#if LIBAVFORMAT_VERSION_MAJOR < 61

CLOADING_HIDDEN(av_stream_get_side_data)
uint8_t *av_stream_get_side_data(const AVStream *a, enum AVPacketSideDataType b, size_t *c) {
  return CLOADING_ADDRESS(av_stream_get_side_data)(a, b, c);
}

CLOADING_HIDDEN(av_stream_new_side_data)
uint8_t *av_stream_new_side_data(AVStream *a, enum AVPacketSideDataType b, size_t c) {
  return CLOADING_ADDRESS(av_stream_new_side_data)(a, b, c);
}

#endif
