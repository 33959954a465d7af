#include "CFFMarks.h"

#include <libavutil/imgutils.h>
#include <string.h>

// No coding tree block of HEVC is smaller than 16x16 (H.265, 7.4.3.2.1): each has marks of its own, some of them where the
// filters of its neighbours do not reach.
enum { rows = 16, bytes = 16, mark_row = 8, mark_byte = 4 };

// No picture has these samples by chance.
static const uint8_t mark[8] = {0x9e, 0x37, 0x79, 0xb9, 0x7f, 0x4a, 0x7c, 0x15};

static int row_bytes(const AVFrame *picture) {
  return av_image_get_linesize(picture->format, picture->width, 0);
}

void cff_marks_set(AVFrame *picture) {
  int width = row_bytes(picture);
  for (int y = 0; y + rows <= picture->height; y += rows) {
    uint8_t *row = picture->data[0] + (ptrdiff_t)(y + mark_row) * picture->linesize[0];
    for (int x = 0; x + bytes <= width; x += bytes) memcpy(row + x + mark_byte, mark, sizeof mark);
  }
}

int cff_marks_remain(const AVFrame *picture) {
  int width = row_bytes(picture);
  for (int y = 0; y + rows <= picture->height; y += rows) {
    const uint8_t *row = picture->data[0] + (ptrdiff_t)(y + mark_row) * picture->linesize[0];
    for (int x = 0; x + bytes <= width; x += bytes)
      if (!memcmp(row + x + mark_byte, mark, sizeof mark)) return 1;
  }
  return 0;
}
