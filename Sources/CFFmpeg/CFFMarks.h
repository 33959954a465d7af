#ifndef CFF_MARKS_H
#define CFF_MARKS_H

#include <libavutil/frame.h>

// Some decoders end a picture early if a broken slice claims to end it, and report no error. The rest of the picture
// then shows what the memory contained before. A mark in every block that is decoded as a unit makes this visible.

/// Writes marks into the memory of a picture that is about to be decoded.
///
/// - Parameter block: the width and the height of the blocks in luma samples, at least 16.
void cff_marks_set(AVFrame *picture, int block);

/// Returns whether a mark is unchanged, so that nothing was decoded in its block.
int cff_marks_remain(const AVFrame *picture, int block);

#endif
