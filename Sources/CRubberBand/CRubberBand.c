#include "CRubberBand.h"

#include "CLoading.h"

CLOADING_DEFINE(CRubberBand, crubberband_load, "librubberband.so.2", "rubberband_", CRUBBERBAND_FUNCTIONS)
