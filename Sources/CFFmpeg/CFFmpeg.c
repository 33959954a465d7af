#include "CFFmpeg.h"

#include "CFFMarks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The size of a kept line, with its terminating zero. Longer lines are cut.
enum { line_size = 512 };

// The number of packets that are remembered. A decoder works on one packet for each of its threads at a time.
enum { slot_count = 64 };

/// A slot for complaints about one packet. It is the `opaque` of the codec context that decodes the packet.
typedef struct {
  CFFLog *log;
  int64_t packet;
  atomic_int complaints;
  int block; // the size of the picture's marked blocks
  _Atomic(AVFrame *) picture; // the marked memory of the picture, NULL if none; set by the decoding thread
} Slot;

struct CFFLog {
  Slot slots[slot_count];
  atomic_uint errors;
  atomic_int block; // the size of the blocks that pictures are decoded in, in luma samples
  pthread_mutex_t lock; // guards `line`
  char line[line_size];
};

static _Thread_local char thread_line[line_size];
static _Thread_local int thread_has_line;
static _Thread_local CFFAnswer thread_answer;

CFFLog *cff_log_alloc(void) {
  CFFLog *log = calloc(1, sizeof *log);
  if (!log) return NULL;
  pthread_mutex_init(&log->lock, NULL);
  for (int index = 0; index < slot_count; index++) log->slots[index].log = log;
  return log;
}

static void forget_picture(Slot *slot) {
  AVFrame *picture = atomic_exchange(&slot->picture, NULL);
  av_frame_free(&picture);
}

void cff_log_free(CFFLog *log) {
  if (!log) return;
  for (int index = 0; index < slot_count; index++) forget_picture(&log->slots[index]);
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
  for (int index = 0; index < slot_count; index++) {
    forget_picture(&log->slots[index]);
    atomic_store(&log->slots[index].complaints, 0);
  }
  atomic_store(&log->errors, 0);
}

/// Returns the slot for complaints of the context that logs, or NULL.
///
/// A worker of a frame-threaded decoder logs with its own copy of the context, into which `opaque` is copied with each
/// packet.
static Slot *attached_slot(void *object) {
  const AVClass *speaker = object ? *(const AVClass **)object : NULL;
  if (!speaker) return NULL;
  if (speaker == avcodec_get_class()) return ((AVCodecContext *)object)->opaque;
  if (speaker == avformat_get_class()) return ((AVFormatContext *)object)->opaque;
  return NULL;
}

/// Returns whether a line's format begins with one of the texts. NULL ends the list of texts.
static int begins_with_any(const char *format, const char *const *texts) {
  for (; *texts; texts++)
    if (!strncmp(format, *texts, strlen(*texts))) return 1;
  return 0;
}

/// Returns the subject of the complaint in a line; 0 if the line is not a complaint.
///
/// Errors are complaints, and so are two other kinds of lines: those about concealed parts of pictures, which the
/// library logs as information (H.264, and the MPEG-4 and H.263 family), and those about units of HEVC that are left
/// out when decoding is strict, which it logs as warnings. Errors in tags are not complaints, because libavformat skips
/// the tags that it cannot read.
static int complaint(int level, const char *format) {
  static const char *const references[] = {
      "mmco", "number of reference frames", "reference picture missing", "Missing reference picture",
      "co located POCs unavailable", NULL};
  // Errors of the readers of FLAC pictures, ID3, APE tags and chapters. The media itself is not damaged.
  static const char *const tags[] = {
      "Unknown attached picture", "Invalid attached picture", "Attached picture metadata block",
      "Could not read mimetype from an attached picture", "Invalid picture type", "Error parsing attached picture",
      "Error decoding attached picture", "Error reading frame", "Error reading lyrics", "Error reading comment frame",
      "Error reading GEOB frame", "Cannot read BOM value", "Incorrect BOM value", "Failed to read tag data",
      "Failed to read compressed tag", "Failed to uncompress tag", "Invalid APE tag key", "APE tag size too large",
      "Error reading cover art", "Tag size is way too big", "Invalid tag size", "Too many tag fields",
      "Unsupported tag version", "Chapter end time", NULL};
  level &= 0xff;
  if (level <= AV_LOG_ERROR) {
    if (begins_with_any(format, tags)) return 0;
    return begins_with_any(format, references) ? CFF_COMPLAINT_REFERENCES : CFF_COMPLAINT_MEDIA;
  }
  if (level == AV_LOG_WARNING && !strncmp(format, "Error parsing NAL unit", 22)) return CFF_COMPLAINT_MEDIA;
  if (level == AV_LOG_INFO && !strncmp(format, "concealing ", 11)) return CFF_COMPLAINT_MEDIA;
  return 0;
}

/// Records a complaint, with `thread_line` as its line.
static void keep_complaint(Slot *slot, int kind) {
  CFFLog *log = slot->log;
  atomic_fetch_or(&slot->complaints, kind);
  atomic_fetch_add(&log->errors, 1);
  pthread_mutex_lock(&log->lock);
  memcpy(log->line, thread_line, line_size);
  pthread_mutex_unlock(&log->lock);
}

/// Returns the value in a header line of an HTTP response; NULL if the line has another name.
static const char *field_value(const char *line, const char *name) {
  size_t length = strlen(name);
  if (strncasecmp(line, name, length) || line[length] != ':') return NULL;
  line += length + 1;
  return line + strspn(line, " \t");
}

/// Copies the value of a header line as text. A value that does not fit is left out.
static void keep_text(const char *line, const char *name, char *text, size_t size) {
  const char *value = field_value(line, name);
  if (!value) return;
  size_t length = strlen(value);
  while (length && (value[length - 1] == ' ' || value[length - 1] == '\t')) length--;
  if (length >= size) return;
  memcpy(text, value, length);
  text[length] = 0;
}

/// Records what a header line says about the response.
static void keep_field(const char *line) {
  const char *value;
  // Each response begins with a status line, also a redirection.
  if (!strncmp(line, "HTTP/", 5)) {
    const char *status = strchr(line, ' ');
    thread_answer = (CFFAnswer){.status = status ? (int)strtol(status, NULL, 10) : 0};
  }
  keep_text(line, "ETag", thread_answer.tag, sizeof thread_answer.tag);
  keep_text(line, "Last-Modified", thread_answer.modified, sizeof thread_answer.modified);
  keep_text(line, "Date", thread_answer.date, sizeof thread_answer.date);
  if ((value = field_value(line, "Transfer-Encoding")) && !strncasecmp(value, "chunked", 7))
    thread_answer.properties |= CFF_ANSWER_CHUNKED;
  // The client does not decode other codings.
  if ((value = field_value(line, "Content-Encoding")) &&
      (!strncasecmp(value, "gzip", 4) || !strncasecmp(value, "deflate", 7)))
    thread_answer.properties |= CFF_ANSWER_COMPRESSED;
  if ((value = field_value(line, "Content-Range"))) {
    const char *last = strchr(value, '-');
    long long number = last ? strtoll(last + 1, NULL, 10) : -1;
    if (number >= 0 && number < INT64_MAX) thread_answer.end = number + 1;
    if ((value = strchr(value, '/')) && value[1] == '*') thread_answer.properties |= CFF_ANSWER_UNSIZED;
  }
}

/// Records what a line of the HTTP client's log says about the response that it reads.
static void keep_answer(const char *format, va_list arguments) {
  if (!strcmp(format, "header='%s'\n")) {
    keep_field(va_arg(arguments, const char *));
  } else if (!strncmp(format, "Chunked encoding data size: ", 28)) {
    if (!va_arg(arguments, uint64_t)) thread_answer.properties |= CFF_ANSWER_ENDED;
  }
}

static void keep_line(void *object, int level, const char *format, va_list arguments) {
  if ((level & 0xff) == AV_LOG_TRACE) {
    keep_answer(format, arguments);
    return;
  }
  int kind = complaint(level, format);
  if (!kind) return;
  int print_prefix = 1;
  char line[line_size];
  av_log_format_line2(object, level, format, arguments, line, sizeof line, &print_prefix);
  size_t length = strlen(line);
  while (length && (line[length - 1] == '\n' || line[length - 1] == ' ')) line[--length] = 0;
  // The prefix is "[name @ address] ". It is removed because the project's output must not depend on an address.
  const char *text = line;
  while (*text == '[') {
    const char *end = strstr(text, "] ");
    if (!end) break;
    text = end + 2;
  }
  if (!*text) return;
  memmove(thread_line, text, strlen(text) + 1);
  thread_has_line = 1;
  Slot *slot = attached_slot(object);
  if (slot) keep_complaint(slot, kind);
}

void cff_log_install(void) { av_log_set_callback(keep_line); }

void cff_log_attach_codec(AVCodecContext *context, CFFLog *log) { context->opaque = log->slots; }

void cff_log_attach_format(AVFormatContext *context, CFFLog *log) { context->opaque = log->slots; }

void cff_log_attach_packet(AVCodecContext *context, CFFLog *log, int64_t packet) {
  Slot *slot = &log->slots[packet % slot_count];
  slot->packet = packet;
  context->opaque = slot;
}

static int get_marked_buffer(AVCodecContext *context, AVFrame *picture, int flags) {
  int code = avcodec_default_get_buffer2(context, picture, flags);
  Slot *slot = context->opaque;
  if (code < 0 || !slot) return code;
  // The picture of the packet itself is allocated before the pictures that replace missing ones.
  if (atomic_load(&slot->picture)) return code;
  AVFrame *own = av_frame_clone(picture);
  slot->block = atomic_load(&slot->log->block);
  if (own) cff_marks_set(own, slot->block);
  atomic_store(&slot->picture, own);
  return code;
}

void cff_log_set_block(CFFLog *log, int block) { atomic_store(&log->block, block); }

void cff_log_watch_pictures(AVCodecContext *context, CFFLog *log, int block) {
  cff_log_set_block(log, block);
  context->get_buffer2 = get_marked_buffer;
#if FF_API_THREAD_SAFE_CALLBACKS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

void cff_log_settle_pictures(CFFLog *log, int64_t limit) {
  for (Slot *slot = log->slots; slot < log->slots + slot_count; slot++) {
    AVFrame *picture = slot->packet < limit ? atomic_load(&slot->picture) : NULL;
    if (!picture) continue;
    if (cff_marks_remain(picture, slot->block)) {
      snprintf(thread_line, line_size, "a part of the picture is missing");
      keep_complaint(slot, CFF_COMPLAINT_MEDIA);
    }
    forget_picture(slot);
  }
}

int cff_log_take_complaint(CFFLog *log, int64_t limit, int64_t *packet) {
  unsigned known = atomic_load(&log->errors);
  if (!known) return 0;
  Slot *first = NULL;
  for (Slot *slot = log->slots; slot < log->slots + slot_count; slot++)
    if (atomic_load(&slot->complaints) && (!first || slot->packet < first->packet)) first = slot;
  if (first && first->packet >= limit) return 0;
  if (!first) {
    // If another complaint is made meanwhile, the number is greater, and is kept.
    atomic_compare_exchange_strong(&log->errors, &known, 0);
    return 0;
  }
  *packet = first->packet;
  return atomic_exchange(&first->complaints, 0);
}

const char *cff_log_take_thread_line(void) {
  if (!thread_has_line) return NULL;
  thread_has_line = 0;
  return thread_line;
}

CFFAnswer cff_log_exchange_answer(CFFAnswer answer) {
  CFFAnswer known = thread_answer;
  thread_answer = answer;
  return known;
}
