#ifndef CASS_H
#define CASS_H

#include <stddef.h>
#include <stdint.h>

// The part of libass that is used here, by its documented C interface: `libass.so.9` from 0.13 (2015) on. The library's headers
// need not be installed, and a machine without the library can run what is built with this.

/// `ASS_DefaultFontProvider`
enum {
  /// The system's fonts, in the system's own way.
  CASS_FONTS_OF_THE_SYSTEM = 1,
};

/// `ASS_Image`: a part of a picture that has one colour. The library's own has more behind these members.
typedef struct CAssImage {
  int w, h;
  /// Bytes from a row to the next; the last row has `w` of them alone.
  int stride;
  /// The share of the colour, 0 to 255.
  unsigned char *bitmap;
  /// Red in the highest byte, and in the lowest how much is seen of what is behind.
  uint32_t color;
  int dst_x, dst_y;
  struct CAssImage *next;
} CAssImage;

/// What is called of the library: its result, its name without `ass_`, its parameters.
#define CASS_FUNCTIONS(each) \
  each(void *, library_init, (void)) \
  each(void, library_done, (void *)) \
  each(void, set_message_cb, (void *, void *, void *)) \
  each(void *, renderer_init, (void *)) \
  each(void, renderer_done, (void *)) \
  each(void, set_frame_size, (void *, int, int)) \
  each(void, set_pixel_aspect, (void *, double)) \
  each(void, set_fonts, (void *, const char *, const char *, int, const char *, int)) \
  each(void *, read_memory, (void *, char *, size_t, char *)) \
  each(void, free_track, (void *)) \
  each(CAssImage *, render_frame, (void *, void *, long long, int *))

#define CASS_MEMBER(result, name, parameters) result(*name) parameters;

/// The library's functions.
typedef struct CAss {
  CASS_FUNCTIONS(CASS_MEMBER)
} CAss;

#undef CASS_MEMBER

/// Loads the library, the first time that it is called. Any thread.
///
/// - Returns: nil where it is not installed, or older.
const CAss *cass_load(void);

/// Lets a library of `library_init` write nothing to the standard error.
void cass_silence(const CAss *ass, void *library);

#endif
