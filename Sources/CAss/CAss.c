#include "CAss.h"

#include <stdarg.h>

#include "CLoading.h"

CLOADING_DEFINE(CAss, cass_load, CLOADING_ASS, "ass_", CASS_FUNCTIONS)

static void say_nothing(int level, const char *format, va_list arguments, void *data) {}

void cass_silence(const CAss *ass, void *library) { ass->set_message_cb(library, (void *)say_nothing, NULL); }
