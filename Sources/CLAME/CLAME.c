#include "CLAME.h"
