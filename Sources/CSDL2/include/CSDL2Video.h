#ifndef CSDL2_VIDEO_H
#define CSDL2_VIDEO_H

#include <stdbool.h>
#include <stdint.h>

// The part of SDL's video that this project uses, by its documented binary interface, as of SDL 2.0.12 (2020). Only one
// thread may use it: the one that opens the first window.

enum {
  CSDL_INIT_VIDEO = 0x00000020,
  /// The hint takes priority over the environment variable of the same name.
  CSDL_HINT_OVERRIDE = 2,
  /// The position of a window in the middle of its screen.
  CSDL_WINDOWPOS_CENTERED = 0x2FFF0000,
  CSDL_WINDOW_HIDDEN = 0x00000008,
  CSDL_WINDOW_RESIZABLE = 0x00000020,
  CSDL_WINDOW_FULLSCREEN_DESKTOP = 0x00001001,
  CSDL_WINDOW_ALLOW_HIGHDPI = 0x00002000,
  CSDL_RENDERER_PRESENTVSYNC = 0x00000004,
  /// Bytes B, G, R and A on a little-endian machine.
  CSDL_PIXELFORMAT_ARGB8888 = 0x16362004,
  CSDL_TEXTUREACCESS_STREAMING = 1,
  CSDL_SCALEMODE_LINEAR = 1,
  CSDL_FLIP_NONE = 0,
  CSDL_FLIP_HORIZONTAL = 1,

  CSDL_QUIT = 0x100,
  CSDL_WINDOWEVENT = 0x200,
  CSDL_KEYDOWN = 0x300,
  CSDL_TEXTINPUT = 0x303,
  CSDL_RENDER_TARGETS_RESET = 0x2000,
  CSDL_RENDER_DEVICE_RESET = 0x2001,
  CSDL_USEREVENT = 0x8000,

  CSDL_WINDOWEVENT_EXPOSED = 3,
  CSDL_WINDOWEVENT_SIZE_CHANGED = 6,
  CSDL_WINDOWEVENT_CLOSE = 14,

  CSDLK_ESCAPE = 27,
  CSDLK_RETURN = 13,
  CSDLK_RIGHT = 0x4000004F,
  CSDLK_LEFT = 0x40000050,
  CSDLK_DOWN = 0x40000051,
  CSDLK_UP = 0x40000052,
};

typedef struct CSDLWindow CSDLWindow;
typedef struct CSDLRenderer CSDLRenderer;
typedef struct CSDLTexture CSDLTexture;

/// `SDL_Rect` and `SDL_FRect`
typedef struct CSDLRect { int x, y, w, h; } CSDLRect;
typedef struct CSDLFloatRect { float x, y, w, h; } CSDLFloatRect;

/// `SDL_Event`, with the events that are used here: windows, keys and text.
typedef struct CSDLEvent {
  uint32_t type;
  uint32_t milliseconds;
  uint32_t window;
  union {
    /// One of the `CSDL_WINDOWEVENT_…` numbers above.
    uint8_t windowEvent;
    struct {
      uint8_t isPressed, repeat, padding[2];
      int32_t scancode;
      /// A character, or one of the `CSDLK_…` numbers above.
      int32_t symbol;
    } key;
    /// UTF-8, ended by a zero.
    char text[32];
    /// The size of the largest event, which SDL writes.
    uint8_t bytes[116];
  };
} CSDLEvent;

/// The functions of the library that are called: result, name without `SDL_`, parameters.
#define CSDL2_VIDEO_FUNCTIONS(each) \
  each(int, InitSubSystem, (uint32_t)) \
  each(void, QuitSubSystem, (uint32_t)) \
  each(int, SetHint, (const char *, const char *)) \
  each(int, SetHintWithPriority, (const char *, const char *, int priority)) \
  each(const char *, GetError, (void)) \
  each(const char *, GetCurrentVideoDriver, (void)) \
  each(CSDLWindow *, CreateWindow, (const char *title, int x, int y, int width, int height, uint32_t flags)) \
  each(void, DestroyWindow, (CSDLWindow *)) \
  each(uint32_t, GetWindowID, (CSDLWindow *)) \
  each(int, GetWindowDisplayIndex, (CSDLWindow *)) \
  each(int, GetDisplayUsableBounds, (int display, CSDLRect *)) \
  each(void, SetWindowTitle, (CSDLWindow *, const char *)) \
  each(void, SetWindowSize, (CSDLWindow *, int width, int height)) \
  each(void, SetWindowPosition, (CSDLWindow *, int x, int y)) \
  each(void, ShowWindow, (CSDLWindow *)) \
  each(int, SetWindowFullscreen, (CSDLWindow *, uint32_t flags)) \
  each(int, GetWindowWMInfo, (CSDLWindow *, void *)) \
  each(int, ShowCursor, (int)) \
  each(CSDLRenderer *, CreateRenderer, (CSDLWindow *, int index, uint32_t flags)) \
  each(void, DestroyRenderer, (CSDLRenderer *)) \
  each(int, GetRendererOutputSize, (CSDLRenderer *, int *width, int *height)) \
  each(int, SetRenderDrawColor, (CSDLRenderer *, uint8_t, uint8_t, uint8_t, uint8_t)) \
  each(int, RenderClear, (CSDLRenderer *)) \
  each(int, RenderCopyExF, \
       (CSDLRenderer *, CSDLTexture *, const CSDLRect *from, const CSDLFloatRect *to, double degrees, const void *center, \
        int flip)) \
  each(void, RenderPresent, (CSDLRenderer *)) \
  each(CSDLTexture *, CreateTexture, (CSDLRenderer *, uint32_t format, int access, int width, int height)) \
  each(void, DestroyTexture, (CSDLTexture *)) \
  each(int, SetTextureScaleMode, (CSDLTexture *, int)) \
  each(int, UpdateTexture, (CSDLTexture *, const CSDLRect *, const void *, int bytesPerRow)) \
  each(int, WaitEvent, (CSDLEvent *)) \
  each(int, PollEvent, (CSDLEvent *)) \
  each(int, PushEvent, (CSDLEvent *))

/// The library's functions.
typedef struct CSDL2Video {
#define CSDL2_MEMBER(result, name, parameters) result(*name) parameters;
  CSDL2_VIDEO_FUNCTIONS(CSDL2_MEMBER)
#undef CSDL2_MEMBER
} CSDL2Video;

/// Loads the library, once for the process. Any thread may call it.
///
/// Returns NULL if the library is not installed, or lacks a function.
const CSDL2Video *csdl2_load_video(void);

/// Keeps a lost connection to an X server from ending the process, as Xlib would do.
///
/// It has to be called on the thread of a window. If that thread finds the connection lost, it calls `lost` and then
/// waits for ever. A window that is not on an X server is not watched.
void csdl2_watch_connection(const CSDL2Video *library, CSDLWindow *window, void (*lost)(void));

#endif
