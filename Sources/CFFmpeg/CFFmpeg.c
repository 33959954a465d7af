#include "CFFmpeg.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Long enough for every line that says something; what is longer is cut.
enum { line_size = 512 };

struct CFFLog {
  atomic_uint errors;
  pthread_mutex_t lock; // guards `line`
  char line[line_size];
};

static _Thread_local char thread_line[line_size];
static _Thread_local int thread_has_line;

CFFLog *cff_log_alloc(void) {
  CFFLog *log = calloc(1, sizeof *log);
  if (log) pthread_mutex_init(&log->lock, NULL);
  return log;
}

void cff_log_free(CFFLog *log) {
  if (!log) return;
  pthread_mutex_destroy(&log->lock);
  free(log);
}

unsigned cff_log_error_count(CFFLog *log) { return atomic_load(&log->errors); }

int cff_log_last_line(CFFLog *log, char *line, size_t size) {
  pthread_mutex_lock(&log->lock);
  snprintf(line, size, "%s", log->line);
  pthread_mutex_unlock(&log->lock);
  return line[0] != 0;
}

void cff_log_reset(CFFLog *log) {
  pthread_mutex_lock(&log->lock);
  log->line[0] = 0;
  pthread_mutex_unlock(&log->lock);
  atomic_store(&log->errors, 0);
}

/// The log that was attached to the context that speaks, or NULL.
///
/// A worker of a frame-threaded decoder speaks through its own copy of the context; `opaque` is copied with it.
static CFFLog *attached_log(void *object) {
  const AVClass *speaker = object ? *(const AVClass **)object : NULL;
  if (!speaker) return NULL;
  if (speaker == avcodec_get_class()) return ((AVCodecContext *)object)->opaque;
  if (speaker == avformat_get_class()) return ((AVFormatContext *)object)->opaque;
  return NULL;
}

static void keep_line(void *object, int level, const char *format, va_list arguments) {
  if ((level & 0xff) > AV_LOG_ERROR) return;
  int print_prefix = 1;
  char line[line_size];
  av_log_format_line2(object, level, format, arguments, line, sizeof line, &print_prefix);
  size_t length = strlen(line);
  while (length && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = 0;
  // The prefix is "[name @ address] ": an address is noise, and no output of ours may depend on one.
  const char *text = line;
  while (*text == '[') {
    const char *end = strstr(text, "] ");
    if (!end) break;
    text = end + 2;
  }
  if (!*text) return;
  memmove(thread_line, text, strlen(text) + 1);
  thread_has_line = 1;
  CFFLog *log = attached_log(object);
  if (!log) return;
  atomic_fetch_add(&log->errors, 1);
  pthread_mutex_lock(&log->lock);
  memcpy(log->line, thread_line, line_size);
  pthread_mutex_unlock(&log->lock);
}

void cff_log_install(void) { av_log_set_callback(keep_line); }

void cff_log_attach_codec(AVCodecContext *context, CFFLog *log) { context->opaque = log; }

void cff_log_attach_format(AVFormatContext *context, CFFLog *log) { context->opaque = log; }

const char *cff_log_take_thread_line(void) {
  if (!thread_has_line) return NULL;
  thread_has_line = 0;
  return thread_line;
}
