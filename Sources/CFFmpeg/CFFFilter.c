#define _GNU_SOURCE
#include "CFFFilter.h"

#include <errno.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/error.h>
#include <stdio.h>
#include <stdlib.h>

struct CFFFilter {
  AVFilterGraph *graph;
  AVFilterContext *source;
  AVFilterContext *sink;
};

static int build(CFFFilter *filter, const char *input, const char *chain) {
  char *text = NULL;
  if (asprintf(&text, "buffer@in=%s,%s,buffersink@out", input, chain) < 0) return AVERROR(ENOMEM);
  int code = avfilter_graph_parse_ptr(filter->graph, text, NULL, NULL, NULL);
  free(text);
  if (code >= 0) code = avfilter_graph_config(filter->graph, NULL);
  if (code < 0) return code;
  filter->source = avfilter_graph_get_filter(filter->graph, "buffer@in");
  filter->sink = avfilter_graph_get_filter(filter->graph, "buffersink@out");
  return filter->source && filter->sink ? 0 : AVERROR_FILTER_NOT_FOUND;
}

int cff_filter_open(CFFFilter **result, const char *input, const char *chain) {
  CFFFilter *filter = calloc(1, sizeof *filter);
  if (!filter) return AVERROR(ENOMEM);
  filter->graph = avfilter_graph_alloc();
  int code = filter->graph ? build(filter, input, chain) : AVERROR(ENOMEM);
  if (code < 0) {
    cff_filter_close(filter);
    return code;
  }
  *result = filter;
  return 0;
}

int cff_filter_send(CFFFilter *filter, AVFrame *frame) {
  return av_buffersrc_add_frame_flags(filter->source, frame, AV_BUFFERSRC_FLAG_KEEP_REF);
}

int cff_filter_receive(CFFFilter *filter, AVFrame *frame) { return av_buffersink_get_frame(filter->sink, frame); }

void cff_filter_close(CFFFilter *filter) {
  if (!filter) return;
  if (filter->graph) avfilter_graph_free(&filter->graph);
  free(filter);
}
