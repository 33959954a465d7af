#ifndef CFFMPEG_H
#define CFFMPEG_H

#include <errno.h>
#include <stdint.h>

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavcodec/vorbis_parser.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/spherical.h>
#include <libavutil/stereo3d.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#include "CFFFilter.h"
#include "CFFVersions.h"

// Swift's importer does not see these macros, because each expands to an expression.

static const int64_t cff_no_pts = AV_NOPTS_VALUE;
static const int cff_error_eof = AVERROR_EOF;
static const int cff_error_again = AVERROR(EAGAIN);
static const int cff_error_exit = AVERROR_EXIT;
static const int cff_error_invalid_data = AVERROR_INVALIDDATA;
static const int cff_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int cff_error_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int cff_error_demuxer_not_found = AVERROR_DEMUXER_NOT_FOUND;
static const int cff_error_protocol_not_found = AVERROR_PROTOCOL_NOT_FOUND;
static const int cff_error_bsf_not_found = AVERROR_BSF_NOT_FOUND;
static const int cff_error_patch_welcome = AVERROR_PATCHWELCOME;
static const int cff_error_bug = AVERROR_BUG;

/// Returns the library's error code for an `errno`.
static inline int cff_error(int number) { return AVERROR(number); }

// Array members arrive in Swift as tuples, which cannot be indexed.

static inline uint8_t *cff_frame_plane(const AVFrame *frame, int index) { return frame->extended_data[index]; }
static inline int cff_frame_stride(const AVFrame *frame, int index) { return frame->linesize[index]; }
static inline void cff_frame_set_plane(AVFrame *frame, int index, void *base, int stride) {
  frame->data[index] = base;
  frame->linesize[index] = stride;
}

/// Returns `display_primaries[color][axis]` of mastering display metadata.
static inline AVRational cff_mastering_primary(const AVMasteringDisplayMetadata *m, int color, int axis) {
  return m->display_primaries[color][axis];
}
static inline AVRational cff_mastering_white_point(const AVMasteringDisplayMetadata *m, int axis) {
  return m->white_point[axis];
}

// The library's log. It is handled in C because its callback takes a `va_list`, and because a frame-threaded decoder
// calls it on the decoder's own threads.

/// The complaints about one codec context or container context since `cff_log_reset`.
typedef struct CFFLog CFFLog;

/// The subject of a complaint.
enum {
  /// The encoded media is damaged. Parts that cannot be decoded are concealed or left out.
  CFF_COMPLAINT_MEDIA = 1,
  /// H.264: pictures that are marked or listed as references are missing.
  CFF_COMPLAINT_REFERENCES = 2
};

CFFLog *cff_log_alloc(void);
void cff_log_free(CFFLog *log);
/// Returns the number of complaints since the last reset, on all threads.
unsigned cff_log_error_count(CFFLog *log);
/// Copies the line of the last complaint: at most `size` bytes, which include the terminating zero. Returns whether
/// there was a complaint.
int cff_log_last_line(CFFLog *log, char *line, size_t size);
void cff_log_reset(CFFLog *log);

/// Installs the log's callback for the whole process. Nothing is printed, and complaints are recorded.
///
/// A complaint of an `AVCodecContext` or `AVFormatContext` is added to the log that `cff_log_attach…` set as its
/// `opaque`.
void cff_log_install(void);
void cff_log_attach_codec(AVCodecContext *context, CFFLog *log);
void cff_log_attach_format(AVFormatContext *context, CFFLog *log);

/// Assigns the decoder's complaints to this packet from now on. Packets have consecutive numbers. Complaints of the
/// decoder's threads are assigned too, because they copy the context's `opaque` with each packet.
void cff_log_attach_packet(AVCodecContext *context, CFFLog *log, int64_t packet);
/// Makes the decoder report a part of a picture that was not decoded as a complaint about its packet. The function has
/// to be called before the decoder is opened.
///
/// - Parameter block: the width and the height of the blocks that are decoded as a unit, in luma samples; at least 16.
void cff_log_watch_pictures(AVCodecContext *context, CFFLog *log, int block);
/// Sets the size of the blocks for the following pictures.
void cff_log_set_block(CFFLog *log, int block);
/// Checks the pictures of packets with numbers below `limit` and releases them. Their decoding must have ended.
void cff_log_settle_pictures(CFFLog *log, int64_t limit);
/// Takes the complaints about one packet: the lowest number below `limit` that has any. Returns their subjects, or 0 if
/// no packet has any. Only the last packets that were attached are remembered, but more than a decoder works on at
/// once.
int cff_log_take_complaint(CFFLog *log, int64_t limit, int64_t *packet);

/// Takes the calling thread's last line of a complaint. The string is valid until the thread's next library call.
/// Returns NULL if there was none since the last call of this function.
const char *cff_log_take_thread_line(void);

/// The properties of an HTTP response that libavformat's client does not report. They are read from the lines that it
/// logs.
enum {
  /// The body has chunked transfer encoding.
  CFF_ANSWER_CHUNKED = 1,
  /// The last chunk, which is empty, was received.
  CFF_ANSWER_ENDED = 2,
  /// The body is compressed: length and ranges count the compressed bytes, but the client returns uncompressed bytes.
  CFF_ANSWER_COMPRESSED = 4,
  /// The body is a range of a resource whose length the server does not know. The client reports the length as 0.
  CFF_ANSWER_UNSIZED = 8
};

/// The known properties of an HTTP response. A field is empty if the response lacks it or if its value is too long.
typedef struct {
  int properties;     // `CFF_ANSWER_…`
  int status;         // the status code
  int64_t end;        // the offset after the last byte of the range in the response; 0 if the response is not a range
  char tag[256];      // `ETag`
  char modified[40];  // `Last-Modified`
  char date[40];      // `Date`
} CFFAnswer;

/// Sets the known properties of the response that the calling thread goes on to read, and returns the former ones. A
/// new response begins with zeros.
CFFAnswer cff_log_exchange_answer(CFFAnswer answer);

#endif
