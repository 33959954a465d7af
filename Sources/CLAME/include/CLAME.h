#ifndef CLAME_H
#define CLAME_H

#include <stdio.h>
#include <lame/lame.h>

// LAME reports to stderr by default, and its callbacks carry no context: no report at all is all that fits a library.
static inline void clame_silence(lame_global_flags *flags) {
  lame_set_errorf(flags, NULL);
  lame_set_debugf(flags, NULL);
  lame_set_msgf(flags, NULL);
}

#endif
