#include "CSDL2.h"

#include "CLoading.h"

CLOADING_DEFINE(CSDL2, csdl2_load, CLOADING_SDL2, "SDL_", CSDL2_FUNCTIONS)
