#ifndef CFF_MARKS_H
#define CFF_MARKS_H

#include <libavutil/frame.h>

// Some decoders end a picture wherever a broken slice says that it ends, and say nothing: the rest shows what was in the
// memory before. A mark in every part tells it.

/// Leaves marks in the memory of a picture that is decoded next.
void cff_marks_set(AVFrame *picture);

/// Whether a mark is where it was: nothing was decoded there.
int cff_marks_remain(const AVFrame *picture);

#endif
