// Written by scripts/make-trampolines from the headers of yaml: change that instead.

#include "CLibYAML.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(yaml_event_delete) \
  each(yaml_parser_delete) \
  each(yaml_parser_initialize) \
  each(yaml_parser_parse) \
  each(yaml_parser_set_encoding) \
  each(yaml_parser_set_input_string)

CLOADING_TRAMPOLINES(CLOADING_YAML, FUNCTIONS)

CLOADING_HIDDEN(yaml_event_delete)
void yaml_event_delete(yaml_event_t *a) {
  CLOADING_ADDRESS(yaml_event_delete)(a);
}

CLOADING_HIDDEN(yaml_parser_delete)
void yaml_parser_delete(yaml_parser_t *a) {
  CLOADING_ADDRESS(yaml_parser_delete)(a);
}

CLOADING_HIDDEN(yaml_parser_initialize)
int yaml_parser_initialize(yaml_parser_t *a) {
  return CLOADING_ADDRESS(yaml_parser_initialize)(a);
}

CLOADING_HIDDEN(yaml_parser_parse)
int yaml_parser_parse(yaml_parser_t *a, yaml_event_t *b) {
  return CLOADING_ADDRESS(yaml_parser_parse)(a, b);
}

CLOADING_HIDDEN(yaml_parser_set_encoding)
void yaml_parser_set_encoding(yaml_parser_t *a, yaml_encoding_t b) {
  CLOADING_ADDRESS(yaml_parser_set_encoding)(a, b);
}

CLOADING_HIDDEN(yaml_parser_set_input_string)
void yaml_parser_set_input_string(yaml_parser_t *a, const unsigned char *b, size_t c) {
  CLOADING_ADDRESS(yaml_parser_set_input_string)(a, b, c);
}
