#include "CRubberBand.h"

#include "CLoading.h"

CLOADING_DEFINE(CRubberBand, crubberband_load, CLOADING_RUBBERBAND, "rubberband_", CRUBBERBAND_FUNCTIONS)
