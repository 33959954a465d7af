#include "CZimg.h"
