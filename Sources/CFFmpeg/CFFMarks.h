#ifndef CFF_MARKS_H
#define CFF_MARKS_H

#include <libavutil/frame.h>

// Some decoders end a picture wherever a broken slice says that it ends, without an error: the rest of the picture then
// shows what was in the memory before. A mark in every block that is decoded as one reveals it.

/// Writes marks into the memory of a picture that is decoded next.
///
/// - Parameter block: the width and the height of the blocks in luma samples, at least 16.
void cff_marks_set(AVFrame *picture, int block);

/// Returns whether a mark is still in its place: nothing was decoded there.
int cff_marks_remain(const AVFrame *picture, int block);

#endif
