#ifndef CSDL2_H
#define CSDL2_H

// SDL 2 in two groups of functions. Each group is loaded when it is needed, so a library that lacks the functions for
// windows can still play sound.

#include "CSDL2Sound.h"
#include "CSDL2Video.h"

#endif
