#include "CFFMarks.h"

#include <libavutil/imgutils.h>
#include <string.h>

// The mark consists of values that a picture does not have by chance.
static const uint8_t mark[8] = {0x9e, 0x37, 0x79, 0xb9, 0x7f, 0x4a, 0x7c, 0x15};

// A mark is in the middle of its block, where the filters of neighbouring blocks do not change it. Partial blocks at
// the right edge and at the bottom that are narrower or lower than this get no mark.
enum { least_width = 16, least_height = 8 };

static int least(int a, int b) { return a < b ? a : b; }

/// Writes the marks, or returns whether one of them is unchanged.
static int go_through(const AVFrame *picture, int block, int writes) {
  int row_bytes = av_image_get_linesize(picture->format, picture->width, 0);
  if (row_bytes <= 0) return 0;
  int block_bytes = block * (row_bytes / picture->width);
  for (int y = 0; y + least_height <= picture->height; y += block) {
    int middle = y + least(block, picture->height - y) / 2;
    uint8_t *row = picture->data[0] + (ptrdiff_t)middle * picture->linesize[0];
    for (int x = 0; x + least_width <= row_bytes; x += block_bytes) {
      uint8_t *place = row + x + least(block_bytes, row_bytes - x) / 2 - sizeof mark / 2;
      if (writes)
        memcpy(place, mark, sizeof mark);
      else if (!memcmp(place, mark, sizeof mark))
        return 1;
    }
  }
  return 0;
}

void cff_marks_set(AVFrame *picture, int block) { go_through(picture, block, 1); }

int cff_marks_remain(const AVFrame *picture, int block) { return go_through(picture, block, 0); }
