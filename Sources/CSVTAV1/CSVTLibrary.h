#ifndef CSVT_LIBRARY_H
#define CSVT_LIBRARY_H

#include <svt-av1/EbSvtAv1Enc.h>

/// The functions of the library that are called, by their names without the prefix.
#define CSVT_FUNCTIONS(each) \
  each(enc_init_handle) each(enc_parse_parameter) each(enc_set_parameter) each(enc_init) each(enc_stream_header) \
  each(enc_stream_header_release) each(enc_send_picture) each(enc_get_packet) each(enc_release_out_buffer) \
  each(enc_deinit) each(enc_deinit_handle)

/// One copy of the library in memory, with its own variables.
typedef struct CSVTLibrary {
#define CSVT_MEMBER(name) __typeof__(svt_av1_##name) *name;
  CSVT_FUNCTIONS(CSVT_MEMBER)
#undef CSVT_MEMBER
  void *handle;
  int file;
} CSVTLibrary;

/// Loads a copy of the library in which no encoder has worked yet; NULL if it cannot be loaded.
///
/// The first is the installed library, which other code of the process may use as well. All others are copies.
CSVTLibrary *csvt_library_load(void);
void csvt_library_unload(CSVTLibrary *library);

#endif
