#include "CPulse.h"

#include "CLoading.h"

CLOADING_DEFINE(CPulse, cpulse_load, CLOADING_PULSE, "pa_", CPULSE_FUNCTIONS)
