#include "CEbur128.h"
