#ifndef CLAME_H
#define CLAME_H

#include <stdio.h>
#include <lame/lame.h>

// LAME reports to stderr by default. A library must not print, and LAME's callbacks have no context argument that would
// allow another use of the reports.
static inline void clame_silence(lame_global_flags *flags) {
  lame_set_errorf(flags, NULL);
  lame_set_debugf(flags, NULL);
  lame_set_msgf(flags, NULL);
}

#endif
