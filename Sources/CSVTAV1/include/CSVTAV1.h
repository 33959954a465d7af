#ifndef CSVTAV1_H
#define CSVTAV1_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SVT-AV1's own header stays inside: its type `Bool` would take the place of Swift's.

/// An open encoder, in a copy of the library in which no other encoder works or has worked. The library keeps its block
/// geometry and its masks in global variables, makes them anew for each encoder that is opened, and clears them meanwhile: two
/// at once crash or make other bytes. Its slow presets write into the tables of references, which nobody sets back: a fast
/// one that follows waits for ever for a picture that is not kept.
///
/// One thread at a time; different encoders from different threads.
typedef struct CSVTEncoder CSVTEncoder;

/// One of the library's settings, by the names of its `svt_av1_enc_parse_parameter`.
typedef struct CSVTParameter {
  const char *name, *value;
} CSVTParameter;

enum {
  /// There is nothing to receive yet.
  CSVT_AGAIN = 1,
  /// The last packet was received before.
  CSVT_END = 2,
  /// The library is not installed, or no further copy of it can be loaded.
  CSVT_MISSING = 3,
};

/// A temporal unit. Its bytes are valid until it is released.
typedef struct CSVTPacket {
  const uint8_t *bytes;
  size_t size;
  int64_t pts;
  bool is_key, is_droppable;
  void *buffer;
} CSVTPacket;

/// Opens an encoder; each function returns 0, one of the codes above, or the library's error, which is negative.
///
/// `refused` is where the parameter that the library does not take is put, if it was one.
int csvt_open(CSVTEncoder **encoder, const CSVTParameter *parameters, size_t count, const CSVTParameter **refused);

/// Copies at most `size` bytes of the sequence header, and tells in `size` how many they are.
int csvt_sequence_header(CSVTEncoder *encoder, uint8_t *bytes, size_t *size);

/// Gives a picture, which is copied: planes of samples of 8 bits, or 16 of which 10 are used, `strides` in samples.
int csvt_send(CSVTEncoder *encoder, uint8_t *const planes[3], const uint32_t strides[3], int64_t pts, bool is_key);

/// Ends the stream. `csvt_receive` waits from now on until it has a packet, or the last one was taken.
int csvt_send_end(CSVTEncoder *encoder);

int csvt_receive(CSVTEncoder *encoder, CSVTPacket *packet);
void csvt_release(CSVTEncoder *encoder, CSVTPacket *packet);

/// Takes NULL. Waits for ever for an encoder that was given no picture.
void csvt_close(CSVTEncoder *encoder);

#endif
