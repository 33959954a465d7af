#ifndef CFF_FILTER_H
#define CFF_FILTER_H

#include <libavutil/frame.h>

/// A chain of filters with one input and one output of pictures.
typedef struct CFFFilter CFFFilter;

/// Creates the filters of `chain`, in the syntax of libavfilter's graphs (`hflip,vflip`). `input` describes the
/// pictures, in the syntax of the filter `buffer`.
///
/// Returns 0 or an error of the library.
int cff_filter_open(CFFFilter **filter, const char *input, const char *chain);
/// Sends a picture to the filter, which keeps a reference to it. NULL ends the stream.
int cff_filter_send(CFFFilter *filter, AVFrame *frame);
/// Receives a picture. Returns 0, `AVERROR(EAGAIN)`, `AVERROR_EOF` or an error.
int cff_filter_receive(CFFFilter *filter, AVFrame *frame);
void cff_filter_close(CFFFilter *filter);

#endif
