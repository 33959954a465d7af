// Written by scripts/make-trampolines from the headers of avfilter: change that instead.

#include "CFFmpeg.h"

#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include "CLoading.h"

#define FUNCTIONS(each) \
  each(av_buffersink_get_frame) \
  each(av_buffersrc_add_frame_flags) \
  each(avfilter_graph_alloc) \
  each(avfilter_graph_config) \
  each(avfilter_graph_free) \
  each(avfilter_graph_get_filter) \
  each(avfilter_graph_parse_ptr)

CLOADING_TRAMPOLINES(CLOADING_AVFILTER, FUNCTIONS)

CLOADING_HIDDEN(av_buffersink_get_frame)
int av_buffersink_get_frame(AVFilterContext *a, AVFrame *b) {
  return CLOADING_ADDRESS(av_buffersink_get_frame)(a, b);
}

CLOADING_HIDDEN(av_buffersrc_add_frame_flags)
int av_buffersrc_add_frame_flags(AVFilterContext *a, AVFrame *b, int c) {
  return CLOADING_ADDRESS(av_buffersrc_add_frame_flags)(a, b, c);
}

CLOADING_HIDDEN(avfilter_graph_alloc)
AVFilterGraph *avfilter_graph_alloc(void) {
  return CLOADING_ADDRESS(avfilter_graph_alloc)();
}

CLOADING_HIDDEN(avfilter_graph_config)
int avfilter_graph_config(AVFilterGraph *a, void *b) {
  return CLOADING_ADDRESS(avfilter_graph_config)(a, b);
}

CLOADING_HIDDEN(avfilter_graph_free)
void avfilter_graph_free(AVFilterGraph **a) {
  CLOADING_ADDRESS(avfilter_graph_free)(a);
}

CLOADING_HIDDEN(avfilter_graph_get_filter)
AVFilterContext *avfilter_graph_get_filter(AVFilterGraph *a, const char *b) {
  return CLOADING_ADDRESS(avfilter_graph_get_filter)(a, b);
}

CLOADING_HIDDEN(avfilter_graph_parse_ptr)
int avfilter_graph_parse_ptr(AVFilterGraph *a, const char *b, AVFilterInOut **c, AVFilterInOut **d, void *e) {
  return CLOADING_ADDRESS(avfilter_graph_parse_ptr)(a, b, c, d, e);
}
