#include "CX264.h"
