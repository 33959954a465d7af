#include "CSDL2Video.h"

#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "CLoading.h"

CLOADING_DEFINE(CSDL2Video, csdl2_load_video, CLOADING_SDL2, "SDL_", CSDL2_VIDEO_FUNCTIONS)

// Xlib's `XIOErrorHandler`, and `XSetIOErrorHandler`, which returns the former handler.
typedef int (*IOErrorHandler)(void *display);
typedef IOErrorHandler (*SetIOErrorHandler)(IOErrorHandler);

static pthread_t watching_thread;
static void (*tell_of_loss)(void);
static IOErrorHandler former_handler;

static int connection_is_gone(void *display) {
  // A connection of another thread does not belong to the player.
  if (!pthread_equal(pthread_self(), watching_thread)) return former_handler ? former_handler(display) : 0;
  tell_of_loss();
  // Xlib ends the process when this returns.
  for (;;) pause();
}

void csdl2_watch_connection(const CSDL2Video *library, CSDLWindow *window, void (*lost)(void)) {
  // `SDL_SysWMinfo`: the version of SDL, the system, and the system's data of the window.
  struct { uint8_t version[4]; int system; void *info[8]; } information = {{2, 0, 12, 0}, 0, {0}};
  const int x11 = 2;
  if (!library->GetWindowWMInfo(window, &information) || information.system != x11) return;
  // SDL has loaded this library before.
  void *handle = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
  SetIOErrorHandler set = handle ? (SetIOErrorHandler)dlsym(handle, "XSetIOErrorHandler") : NULL;
  if (!set) return;
  watching_thread = pthread_self();
  tell_of_loss = lost;
  IOErrorHandler former = set(connection_is_gone);
  if (former != connection_is_gone) former_handler = former;
}
