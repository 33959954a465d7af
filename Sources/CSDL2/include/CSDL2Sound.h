#ifndef CSDL2_SOUND_H
#define CSDL2_SOUND_H

#include <stdint.h>

// The part of SDL's audio that this project uses, by its documented binary interface: `libSDL2-2.0.so.0`, as of SDL
// 2.0.4 (2016). A build needs no headers of the library, and a program that was built with this header also runs where
// the library is not installed.

enum {
  CSDL_INIT_AUDIO = 0x00000010,
  /// Samples of 32-bit floats, least significant byte first.
  CSDL_AUDIO_F32LSB = 0x8120,
  CSDL_ALLOW_FREQUENCY_CHANGE = 1,
  CSDL_ALLOW_CHANNELS_CHANGE = 4,
  CSDL_ALLOW_SAMPLES_CHANGE = 8,
};

typedef void (*CSDLAudioCallback)(void *user, uint8_t *bytes, int size);

/// `SDL_AudioSpec`
typedef struct CSDLAudioSpec {
  int freq;
  uint16_t format;
  uint8_t channels, silence;
  /// The number of frames in a buffer.
  uint16_t samples;
  uint16_t padding;
  /// The number of bytes in a buffer.
  uint32_t size;
  CSDLAudioCallback callback;
  void *userdata;
} CSDLAudioSpec;

/// The functions of the library that are called: result, name without `SDL_`, parameters.
#define CSDL2_FUNCTIONS(each) \
  each(int, InitSubSystem, (uint32_t)) \
  each(void, QuitSubSystem, (uint32_t)) \
  each(int, SetHint, (const char *, const char *)) \
  each(const char *, GetError, (void)) \
  each(const char *, GetCurrentAudioDriver, (void)) \
  each(int, GetNumAudioDevices, (int is_capture)) \
  each(const char *, GetAudioDeviceName, (int, int is_capture)) \
  each(uint32_t, OpenAudioDevice, \
       (const char *, int is_capture, const CSDLAudioSpec *wanted, CSDLAudioSpec *obtained, int changes)) \
  each(void, PauseAudioDevice, (uint32_t, int)) \
  each(void, CloseAudioDevice, (uint32_t))

/// The library's functions.
typedef struct CSDL2 {
#define CSDL2_MEMBER(result, name, parameters) result(*name) parameters;
  CSDL2_FUNCTIONS(CSDL2_MEMBER)
#undef CSDL2_MEMBER
} CSDL2;

/// Loads the library, once for the process. Any thread may call it.
///
/// Returns NULL if the library is not installed, or lacks a function.
const CSDL2 *csdl2_load(void);

#endif
