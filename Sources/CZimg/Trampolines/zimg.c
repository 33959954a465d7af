// Written by scripts/make-trampolines from the headers of zimg: change that instead.

#include "CZimg.h"

#include "CLoading.h"

#define FUNCTIONS(each) \
  each(zimg_filter_graph_build) \
  each(zimg_filter_graph_free) \
  each(zimg_filter_graph_get_tmp_size) \
  each(zimg_filter_graph_process) \
  each(zimg_graph_builder_params_default) \
  each(zimg_image_format_default)

CLOADING_TRAMPOLINES(CLOADING_ZIMG, FUNCTIONS)

CLOADING_HIDDEN(zimg_filter_graph_build)
zimg_filter_graph *zimg_filter_graph_build(const zimg_image_format *a, const zimg_image_format *b, const
    zimg_graph_builder_params *c) {
  return CLOADING_ADDRESS(zimg_filter_graph_build)(a, b, c);
}

CLOADING_HIDDEN(zimg_filter_graph_free)
void zimg_filter_graph_free(zimg_filter_graph *a) {
  CLOADING_ADDRESS(zimg_filter_graph_free)(a);
}

CLOADING_HIDDEN(zimg_filter_graph_get_tmp_size)
zimg_error_code_e zimg_filter_graph_get_tmp_size(const zimg_filter_graph *a, size_t *b) {
  return CLOADING_ADDRESS(zimg_filter_graph_get_tmp_size)(a, b);
}

CLOADING_HIDDEN(zimg_filter_graph_process)
zimg_error_code_e zimg_filter_graph_process(const zimg_filter_graph *a, const zimg_image_buffer_const *b, const
    zimg_image_buffer *c, void *d, zimg_filter_graph_callback e, void *f, zimg_filter_graph_callback g, void *h) {
  return CLOADING_ADDRESS(zimg_filter_graph_process)(a, b, c, d, e, f, g, h);
}

CLOADING_HIDDEN(zimg_graph_builder_params_default)
void zimg_graph_builder_params_default(zimg_graph_builder_params *a, unsigned int b) {
  CLOADING_ADDRESS(zimg_graph_builder_params_default)(a, b);
}

CLOADING_HIDDEN(zimg_image_format_default)
void zimg_image_format_default(zimg_image_format *a, unsigned int b) {
  CLOADING_ADDRESS(zimg_image_format_default)(a, b);
}
