#ifndef CASS_H
#define CASS_H

#include <stddef.h>
#include <stdint.h>

// The part of libass that this project uses, by its documented C interface: `libass.so.9` from 0.13 (2015) on. A build
// needs no headers of the library, and a program that was built with this header also runs where the library is not
// installed.

/// `ASS_DefaultFontProvider`
enum {
  /// The fonts that are installed on the system, found by the system's usual provider.
  CASS_FONTS_OF_THE_SYSTEM = 1,
};

/// `ASS_Image`: a part of a picture that has one colour. The library's own structure has more members after these.
typedef struct CAssImage {
  int w, h;
  /// The number of bytes from one row to the next. The last row has only `w` bytes.
  int stride;
  /// The share of each pixel that the colour covers, from 0 to 255.
  unsigned char *bitmap;
  /// The colour. Red is in the highest byte. The lowest byte is the transparency: 255 is invisible.
  uint32_t color;
  int dst_x, dst_y;
  struct CAssImage *next;
} CAssImage;

/// The functions of the library that are called: result, name without `ass_`, parameters.
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

/// Loads the library when it is called for the first time. Any thread may call it.
///
/// - Returns: NULL if the library is not installed, or is too old.
const CAss *cass_load(void);

/// Keeps a library that `library_init` returned from writing to the standard error.
void cass_silence(const CAss *ass, void *library);

#endif
