#ifndef CLAME_H
#define CLAME_H

#include <stdio.h>
#include <lame/lame.h>

#endif
