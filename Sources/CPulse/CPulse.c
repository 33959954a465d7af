#include "CPulse.h"

#include "CLoading.h"

CLOADING_DEFINE(CPulse, cpulse_load, "libpulse.so.0", "pa_", CPULSE_FUNCTIONS)
