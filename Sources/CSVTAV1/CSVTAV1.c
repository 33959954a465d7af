#define _GNU_SOURCE
#include "CSVTAV1.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CSVTLibrary.h"

struct CSVTEncoder {
  CSVTLibrary *library;
  EbComponentType *handle;
  bool is_ending, is_ended;
  bool is_low_delay;
  uint64_t unanswered; // pictures that were sent, and whose packets were not received yet
  uint32_t picture_size; // in bytes: from 2.3 on the library refuses pictures without it
};

// Errors of the library have the highest bit.
_Static_assert((int32_t)EB_ErrorInsufficientResources < 0, "an error of the library is negative");

static int code_of(EbErrorType error) {
  if (error == EB_ErrorNone) return 0;
  return error == EB_NoErrorEmptyQueue ? CSVT_AGAIN : (error < 0 ? (int)error : -1);
}

extern char **environ;
static pthread_mutex_t environment_lock = PTHREAD_MUTEX_INITIALIZER;

// The library writes to the standard error unless the environment variable `SVT_LOG` forbids it. Each copy of the
// library reads the variable when its first encoder is created. A value that the user has set is kept. Otherwise the
// variable is set only during the call, in a separate list. `setenv` would move the environment for good, and a program
// that is linked with Swift's static library looks for its arguments next to the original environment.
static EbErrorType make_handle_silently(CSVTEncoder *encoder, EbSvtAv1EncConfiguration *configuration) {
  static char silence[] = "SVT_LOG=0";
  pthread_mutex_lock(&environment_lock);
  char **before = environ, **longer = NULL;
  size_t count = 0;
  while (before && before[count]) count++;
  if (!getenv("SVT_LOG")) longer = malloc((count + 2) * sizeof *longer);
  if (longer) {
    longer[0] = silence;
    for (size_t index = 0; index < count; index++) longer[index + 1] = before[index];
    longer[count + 1] = NULL;
    environ = longer;
  }
  EbErrorType error = encoder->library->enc_init_handle(&encoder->handle, NULL, configuration);
  // The list is not freed: another thread may still be reading it.
  if (longer && environ == longer) environ = before;
  pthread_mutex_unlock(&environment_lock);
  return error;
}

// The name of the library's threads. A thread inherits the name of the thread that creates it.
static const char thread_name[] = "svt-av1";

static bool is_of_library(const char *thread) {
  char path[64], name[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%.20s/comm", thread);
  FILE *file = fopen(path, "re");
  if (!file) return false;
  bool is_named = fgets(name, sizeof name, file) && strncmp(name, thread_name, strlen(thread_name)) == 0;
  fclose(file);
  return is_named;
}

// If it is permitted (as root), the library gives its threads, and the calling thread, the highest real-time priority.
// A thread that waits busily then blocks a processor for all other threads, and every thread that it creates inherits
// the priority. This function restores the caller's former priority for all of them.
static void calm_threads(int policy, const struct sched_param *priority) {
  pthread_setschedparam(pthread_self(), policy, priority);
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  for (struct dirent *thread; (thread = readdir(threads));) {
    if (is_of_library(thread->d_name)) sched_setscheduler((pid_t)atol(thread->d_name), policy, priority);
  }
  closedir(threads);
}

static EbErrorType configure(
    CSVTEncoder *encoder, const CSVTParameter *parameters, size_t count, const CSVTParameter **refused) {
  EbSvtAv1EncConfiguration configuration;
  memset(&configuration, 0, sizeof configuration);
  EbErrorType error = make_handle_silently(encoder, &configuration);
  for (size_t index = 0; index < count && error == EB_ErrorNone; index++) {
    error = encoder->library->enc_parse_parameter(&configuration, parameters[index].name, parameters[index].value);
    if (error != EB_ErrorNone) *refused = &parameters[index];
  }
  if (error == EB_ErrorNone) error = encoder->library->enc_set_parameter(encoder->handle, &configuration);
  encoder->is_low_delay = configuration.pred_structure != SVT_AV1_PRED_RANDOM_ACCESS;
  uint32_t samples = configuration.source_width * configuration.source_height;
  encoder->picture_size = (samples + samples / 2) * (configuration.encoder_bit_depth > 8 ? 2 : 1);
  return error == EB_ErrorNone ? encoder->library->enc_init(encoder->handle) : error;
}

static EbErrorType configure_calmly(
    CSVTEncoder *encoder, const CSVTParameter *parameters, size_t count, const CSVTParameter **refused) {
  int policy = SCHED_OTHER;
  struct sched_param priority = {0};
  char name[16] = "";
  pthread_getschedparam(pthread_self(), &policy, &priority);
  pthread_getname_np(pthread_self(), name, sizeof name);
  pthread_setname_np(pthread_self(), thread_name);
  EbErrorType error = configure(encoder, parameters, count, refused);
  calm_threads(policy, &priority);
  pthread_setname_np(pthread_self(), name);
  return error;
}

int csvt_open(CSVTEncoder **encoder, const CSVTParameter *parameters, size_t count, const CSVTParameter **refused) {
  *encoder = calloc(1, sizeof **encoder);
  if (!*encoder) return code_of(EB_ErrorInsufficientResources);
  (*encoder)->library = csvt_library_load();
  int code = (*encoder)->library ? code_of(configure_calmly(*encoder, parameters, count, refused)) : CSVT_MISSING;
  if (code == 0) return 0;
  csvt_close(*encoder);
  *encoder = NULL;
  return code;
}

int csvt_sequence_header(CSVTEncoder *encoder, uint8_t *bytes, size_t *size) {
  EbBufferHeaderType *header = NULL;
  EbErrorType error = encoder->library->enc_stream_header(encoder->handle, &header);
  if (error != EB_ErrorNone) return code_of(error);
  memcpy(bytes, header->p_buffer, header->n_filled_len < *size ? header->n_filled_len : *size);
  *size = header->n_filled_len;
  return code_of(encoder->library->enc_stream_header_release(header));
}

int csvt_send(CSVTEncoder *encoder, uint8_t *const planes[3], const uint32_t strides[3], int64_t pts, bool is_key) {
  EbSvtIOFormat picture = {
      .luma = planes[0], .cb = planes[1], .cr = planes[2],
      .y_stride = strides[0], .cb_stride = strides[1], .cr_stride = strides[2]};
  EbBufferHeaderType header = {
      .size = sizeof header, .p_buffer = (uint8_t *)&picture, .n_filled_len = encoder->picture_size, .pts = pts,
      .pic_type = is_key ? EB_AV1_KEY_PICTURE : EB_AV1_INVALID_PICTURE};
  EbErrorType error = encoder->library->enc_send_picture(encoder->handle, &header);
  if (error == EB_ErrorNone) encoder->unanswered++;
  return code_of(error);
}

int csvt_send_end(CSVTEncoder *encoder) {
  EbBufferHeaderType header = {
      .size = sizeof header, .pic_type = EB_AV1_INVALID_PICTURE, .flags = EB_BUFFERFLAG_EOS};
  encoder->is_ending = true;
  return code_of(encoder->library->enc_send_picture(encoder->handle, &header));
}

int csvt_receive(CSVTEncoder *encoder, CSVTPacket *packet) {
  if (encoder->is_ended) return CSVT_END;
  // From 2.0 on the library waits for a packet if it encodes with low delay, where each picture results in one packet.
  // It would wait for ever if no picture was sent.
  if (encoder->is_low_delay && !encoder->is_ending && encoder->unanswered == 0) return CSVT_AGAIN;
  EbBufferHeaderType *header = NULL;
  EbErrorType error = encoder->library->enc_get_packet(encoder->handle, &header, encoder->is_ending);
  if (error != EB_ErrorNone) return code_of(error);
  if (encoder->unanswered > 0) encoder->unanswered--;
  encoder->is_ended = header->flags & EB_BUFFERFLAG_EOS;
  if (header->flags & EB_BUFFERFLAG_ERROR_MASK) {
    encoder->library->enc_release_out_buffer(&header);
    return code_of(EB_ErrorUndefined);
  }
  *packet = (CSVTPacket){
      .bytes = header->p_buffer, .size = header->n_filled_len, .pts = header->pts,
      .is_key = header->pic_type == EB_AV1_KEY_PICTURE, .is_droppable = header->pic_type == EB_AV1_NON_REF_PICTURE,
      .buffer = header};
  return 0;
}

void csvt_release(CSVTEncoder *encoder, CSVTPacket *packet) {
  EbBufferHeaderType *header = packet->buffer;
  encoder->library->enc_release_out_buffer(&header);
  packet->buffer = NULL;
}

void csvt_close(CSVTEncoder *encoder) {
  if (!encoder) return;
  if (encoder->handle) {
    encoder->library->enc_deinit(encoder->handle);
    encoder->library->enc_deinit_handle(encoder->handle);
  }
  if (encoder->library) csvt_library_unload(encoder->library);
  free(encoder);
}
