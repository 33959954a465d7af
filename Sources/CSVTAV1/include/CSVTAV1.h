#ifndef CSVTAV1_H
#define CSVTAV1_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SVT-AV1's own header is not included here: its type `Bool` would hide Swift's.

/// An open encoder, in a copy of the library in which no other encoder works or has worked.
///
/// The library keeps its block geometry and its masks in global variables. It clears and recomputes them for each
/// encoder that is opened, so two encoders at the same time crash or write other bytes. Its slow presets also write
/// into the tables of references, which are never restored: a fast preset that follows waits for ever for a picture
/// that is not kept.
///
/// Only one thread at a time may use an encoder; different threads may use different encoders.
typedef struct CSVTEncoder CSVTEncoder;

/// A setting of the library, named as in `svt_av1_enc_parse_parameter`.
typedef struct CSVTParameter {
  const char *name, *value;
} CSVTParameter;

enum {
  /// There is no packet yet.
  CSVT_AGAIN = 1,
  /// The last packet was already received.
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

/// Opens an encoder. Each function returns 0, one of the codes above, or the library's error, which is negative.
///
/// If the library does not accept a parameter, `refused` receives it.
int csvt_open(CSVTEncoder **encoder, const CSVTParameter *parameters, size_t count, const CSVTParameter **refused);

/// Copies at most `size` bytes of the sequence header, and writes the size of the whole header to `size`.
int csvt_sequence_header(CSVTEncoder *encoder, uint8_t *bytes, size_t *size);

/// Sends a picture, which is copied. The planes have samples of 8 bits, or of 16 bits of which 10 are used. `strides`
/// count samples.
int csvt_send(CSVTEncoder *encoder, uint8_t *const planes[3], const uint32_t strides[3], int64_t pts, bool is_key);

/// Ends the stream. From now on `csvt_receive` waits for a packet, or for the end of the stream.
int csvt_send_end(CSVTEncoder *encoder);

int csvt_receive(CSVTEncoder *encoder, CSVTPacket *packet);
void csvt_release(CSVTEncoder *encoder, CSVTPacket *packet);

/// Closes an encoder, which may be NULL. It never returns for an encoder that has received no picture.
void csvt_close(CSVTEncoder *encoder);

#endif
