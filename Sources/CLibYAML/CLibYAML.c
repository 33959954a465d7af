#include "CLibYAML.h"
