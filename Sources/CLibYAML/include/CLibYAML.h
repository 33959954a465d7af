#ifndef CLIBYAML_H
#define CLIBYAML_H

#include <yaml.h>

#endif
