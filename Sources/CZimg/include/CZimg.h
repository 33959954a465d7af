#ifndef CZIMG_H
#define CZIMG_H

#include <stddef.h>
#include <zimg.h>

#endif
