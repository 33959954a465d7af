#ifndef CSVT_LIBRARY_H
#define CSVT_LIBRARY_H

#include <svt-av1/EbSvtAv1Enc.h>

/// What is called of the library, each name without its prefix.
#define CSVT_FUNCTIONS(each) \
  each(enc_init_handle) each(enc_parse_parameter) each(enc_set_parameter) each(enc_init) each(enc_stream_header) \
  each(enc_stream_header_release) each(enc_send_picture) each(enc_get_packet) each(enc_release_out_buffer) \
  each(enc_deinit) each(enc_deinit_handle)

/// The library in memory, with variables of its own.
typedef struct CSVTLibrary {
#define CSVT_MEMBER(name) __typeof__(svt_av1_##name) *name;
  CSVT_FUNCTIONS(CSVT_MEMBER)
#undef CSVT_MEMBER
  struct CSVTLibrary *next;
} CSVTLibrary;

/// A copy in which no encoder works, loaded where there is none; NULL where it cannot be. Copies are kept until the end of the
/// process, as many as there ever were encoders at once.
CSVTLibrary *csvt_library_take(void);
void csvt_library_return(CSVTLibrary *library);

#endif
