#ifndef CLAME_H
#define CLAME_H

#include <stdio.h>
#include <lame/lame.h>

// LAME reports to stderr by default, and its callbacks have no context argument: for a library, only silence is right.
static inline void clame_silence(lame_global_flags *flags) {
  lame_set_errorf(flags, NULL);
  lame_set_debugf(flags, NULL);
  lame_set_msgf(flags, NULL);
}

#endif
