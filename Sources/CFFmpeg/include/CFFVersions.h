#ifndef CFF_VERSIONS_H
#define CFF_VERSIONS_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <stdbool.h>

// The differences between FFmpeg 5.1 and 7.1. Callers use these functions instead of their own conditions.

#ifdef AV_PROFILE_UNKNOWN
static const int cff_profile_unknown = AV_PROFILE_UNKNOWN;
#else
static const int cff_profile_unknown = FF_PROFILE_UNKNOWN;
#endif

/// Whether a decoder with threads queues all frames that its threads have decoded, and waits for the next thread only
/// when the queue is empty. This is so from 7.1 on. Before, each call for a frame waits for a thread.
static const bool cff_decoder_queues_frames = LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 0, 0);

/// The duration of a frame, in its time base.
static inline int64_t cff_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void cff_frame_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

// From 6.1 on these properties are flags of a frame.

static inline bool cff_frame_is_key(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_KEY
  return frame->flags & AV_FRAME_FLAG_KEY;
#else
  return frame->key_frame;
#endif
}

static inline bool cff_frame_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return frame->flags & AV_FRAME_FLAG_INTERLACED;
#else
  return frame->interlaced_frame;
#endif
}

static inline bool cff_frame_has_top_field_first(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_TOP_FIELD_FIRST
  return frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  return frame->top_field_first;
#endif
}

static inline void cff_frame_set_fields(AVFrame *frame, bool is_interlaced, bool has_top_field_first) {
#ifdef AV_FRAME_FLAG_INTERLACED
  frame->flags &= ~(AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST);
  if (is_interlaced) frame->flags |= AV_FRAME_FLAG_INTERLACED;
  if (has_top_field_first) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
#else
  frame->interlaced_frame = is_interlaced;
  frame->top_field_first = has_top_field_first;
#endif
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// The settings that an encoder supports; NULL if it does not state them. From 7.1 on a function returns the same lists.

/// The sample formats. `AV_SAMPLE_FMT_NONE` ends the list.
static inline const enum AVSampleFormat *cff_codec_sample_formats(const AVCodec *codec) { return codec->sample_fmts; }
/// The sample rates in hertz. 0 ends the list.
static inline const int *cff_codec_sample_rates(const AVCodec *codec) { return codec->supported_samplerates; }
/// The channel layouts. A layout without channels ends the list.
static inline const AVChannelLayout *cff_codec_channel_layouts(const AVCodec *codec) { return codec->ch_layouts; }
/// The pixel formats. `AV_PIX_FMT_NONE` ends the list.
static inline const enum AVPixelFormat *cff_codec_pixel_formats(const AVCodec *codec) { return codec->pix_fmts; }

/// Sets the duration of a picture, in ticks of the time base. Some encoders begin their rate control with it.
static inline void cff_context_set_ticks_per_picture(AVCodecContext *context, int ticks) {
  context->ticks_per_frame = ticks;
}

#pragma GCC diagnostic pop

/// Returns the side data of a kind that a container states for a stream, and writes its size to `size`. Returns NULL if
/// there is none.
static inline const uint8_t *cff_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *found =
      av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  *size = found ? found->size : 0;
  return found ? found->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/// Adds side data of a kind to a stream and returns its memory, which the caller fills; NULL if there is no memory.
static inline uint8_t *cff_stream_new_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  AVPacketSideData *made = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
  return made ? made->data : NULL;
#else
  return av_stream_new_side_data(stream, type, size);
#endif
}

/// Creates a context that passes its bytes to `write`. The library expects a function of constant bytes from 7.0 on.
static inline AVIOContext *cff_writing_context(
    uint8_t *buffer, int size, void *opaque, int (*write)(void *, const uint8_t *, int),
    int64_t (*seek)(void *, int64_t, int)) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  return avio_alloc_context(buffer, size, 1, opaque, NULL, write, seek);
#else
  return avio_alloc_context(buffer, size, 1, opaque, NULL, (int (*)(void *, uint8_t *, int))write, seek);
#endif
}

#endif
