#define _GNU_SOURCE
#include "CFFFilter.h"

#include <dlfcn.h>
#include <errno.h>
#include <libavutil/error.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The parts of libavfilter 8 that are used here; its headers need not be installed.
struct AVFilterContext;
struct AVFilterGraph;
struct AVFilterInOut;

#define LIBRARY "libavfilter.so.8"
/// `AV_BUFFERSRC_FLAG_KEEP_REF`: the caller keeps its reference to the frame.
#define KEEP_REFERENCE 8

static struct {
  struct AVFilterGraph *(*graph_alloc)(void);
  void (*graph_free)(struct AVFilterGraph **);
  int (*parse)(struct AVFilterGraph *, const char *, struct AVFilterInOut **, struct AVFilterInOut **, void *);
  struct AVFilterContext *(*get_filter)(struct AVFilterGraph *, const char *);
  int (*configure)(struct AVFilterGraph *, void *);
  int (*send)(struct AVFilterContext *, AVFrame *, int);
  int (*receive)(struct AVFilterContext *, AVFrame *);
  int is_loaded;
} library;

static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  struct {
    void **place;
    const char *name;
  } symbols[] = {
      {(void **)&library.graph_alloc, "avfilter_graph_alloc"},
      {(void **)&library.graph_free, "avfilter_graph_free"},
      {(void **)&library.parse, "avfilter_graph_parse_ptr"},
      {(void **)&library.get_filter, "avfilter_graph_get_filter"},
      {(void **)&library.configure, "avfilter_graph_config"},
      {(void **)&library.send, "av_buffersrc_add_frame_flags"},
      {(void **)&library.receive, "av_buffersink_get_frame"},
  };
  for (size_t index = 0; index < sizeof symbols / sizeof symbols[0]; index++) {
    *symbols[index].place = dlsym(handle, symbols[index].name);
    if (!*symbols[index].place) return;
  }
  library.is_loaded = 1;
}

struct CFFFilter {
  struct AVFilterGraph *graph;
  struct AVFilterContext *source;
  struct AVFilterContext *sink;
};

static int build(CFFFilter *filter, const char *input, const char *chain) {
  char *text = NULL;
  if (asprintf(&text, "buffer@in=%s,%s,buffersink@out", input, chain) < 0) return AVERROR(ENOMEM);
  int code = library.parse(filter->graph, text, NULL, NULL, NULL);
  free(text);
  if (code >= 0) code = library.configure(filter->graph, NULL);
  if (code < 0) return code;
  filter->source = library.get_filter(filter->graph, "buffer@in");
  filter->sink = library.get_filter(filter->graph, "buffersink@out");
  return filter->source && filter->sink ? 0 : AVERROR_FILTER_NOT_FOUND;
}

int cff_filter_open(CFFFilter **result, const char *input, const char *chain) {
  pthread_once(&loading, load);
  if (!library.is_loaded) return CFF_FILTER_MISSING;
  CFFFilter *filter = calloc(1, sizeof *filter);
  if (!filter) return AVERROR(ENOMEM);
  filter->graph = library.graph_alloc();
  int code = filter->graph ? build(filter, input, chain) : AVERROR(ENOMEM);
  if (code < 0) {
    cff_filter_close(filter);
    return code;
  }
  *result = filter;
  return 0;
}

int cff_filter_send(CFFFilter *filter, AVFrame *frame) { return library.send(filter->source, frame, KEEP_REFERENCE); }

int cff_filter_receive(CFFFilter *filter, AVFrame *frame) { return library.receive(filter->sink, frame); }

void cff_filter_close(CFFFilter *filter) {
  if (!filter) return;
  if (filter->graph) library.graph_free(&filter->graph);
  free(filter);
}
