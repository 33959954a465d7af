#include "CVMAF.h"

#include "CLoading.h"

CLOADING_DEFINE(CVMAF, cvmaf_load, CLOADING_VMAF, "vmaf_", CVMAF_FUNCTIONS)
