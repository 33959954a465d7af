#ifndef CFF_FILTER_H
#define CFF_FILTER_H

#include <libavutil/frame.h>

// libavfilter costs 11 ms of every start where it is linked, so it is loaded when pictures are first filtered.

/// A chain of filters with one input and one output of pictures.
typedef struct CFFFilter CFFFilter;

/// The library is not there, or is of a version that this was not written for.
#define CFF_FILTER_MISSING (-1)

/// Loads the library and makes the filters of `chain`, in the words of its graphs (`hflip,vflip`), for pictures that `input`
/// describes, in the words of `buffer`.
///
/// Returns 0, an error of the library, or `CFF_FILTER_MISSING`.
int cff_filter_open(CFFFilter **filter, const char *input, const char *chain);
/// Gives it a picture, of which it keeps a reference; NULL after the last.
int cff_filter_send(CFFFilter *filter, AVFrame *frame);
/// Takes a picture: 0, `AVERROR(EAGAIN)`, `AVERROR_EOF` or an error.
int cff_filter_receive(CFFFilter *filter, AVFrame *frame);
void cff_filter_close(CFFFilter *filter);

#endif
