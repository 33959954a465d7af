#ifndef CFF_MARKS_H
#define CFF_MARKS_H

#include <libavutil/frame.h>

// Some decoders end a picture wherever a broken slice says that it ends, without an error: the rest of the picture then
// shows what was in the memory before. A mark in every part reveals it.

/// Writes marks into the memory of a picture that is decoded next.
void cff_marks_set(AVFrame *picture);

/// Returns whether a mark is still in its place: nothing was decoded there.
int cff_marks_remain(const AVFrame *picture);

#endif
