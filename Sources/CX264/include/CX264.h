#ifndef CX264_H
#define CX264_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <x264.h>

// x264_encoder_open is a macro that puts the build number into the symbol, and Swift imports no such macro.
static inline x264_t *cx264_encoder_open(x264_param_t *param) { return x264_encoder_open(param); }

#endif
