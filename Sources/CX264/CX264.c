#include "CX264.h"

__typeof__(x264_levels) *address_of_x264_levels(void);

const x264_level_t *cx264_levels(void) { return *address_of_x264_levels(); }
