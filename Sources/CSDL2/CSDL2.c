#include "CSDL2.h"

#include "CLoading.h"

CLOADING_DEFINE(CSDL2, csdl2_load, "libSDL2-2.0.so.0", "SDL_", CSDL2_FUNCTIONS)
