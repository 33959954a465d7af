#ifndef CPULSE_H
#define CPULSE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

// The part of PulseAudio's client library that this project uses, by its documented binary interface: `libpulse.so.0`,
// as of PulseAudio 5.0 (2014). Later versions and PipeWire's replacement have only added to this interface. A build
// needs no headers of the library, and a program that was built with this header also runs where the library is not
// installed.

/// The names are those of the library without `pa_`: `pa_threaded_mainloop`, `pa_mainloop_api`, and so on.
typedef struct CPulseLoop CPulseLoop;
typedef struct CPulseLoopAPI CPulseLoopAPI;
typedef struct CPulseContext CPulseContext;
typedef struct CPulseStream CPulseStream;
typedef struct CPulseOperation CPulseOperation;

enum {
  CPULSE_CONTEXT_NOAUTOSPAWN = 0x0001,

  CPULSE_CONTEXT_READY = 4,
  CPULSE_CONTEXT_FAILED = 5,
  CPULSE_CONTEXT_TERMINATED = 6,

  CPULSE_STREAM_READY = 2,
  CPULSE_STREAM_FAILED = 3,
  CPULSE_STREAM_TERMINATED = 4,

  CPULSE_STREAM_START_CORKED = 0x0001,
  CPULSE_STREAM_INTERPOLATE_TIMING = 0x0002,
  CPULSE_STREAM_AUTO_TIMING_UPDATE = 0x0008,
  CPULSE_STREAM_ADJUST_LATENCY = 0x2000,

  CPULSE_OPERATION_RUNNING = 0,

  /// Samples of 32-bit floats, least significant byte first.
  CPULSE_SAMPLE_FLOAT32LE = 5,
  CPULSE_CHANNEL_MAP_WAVEEX = 3,
  CPULSE_SEEK_RELATIVE = 0,
  /// The name is not valid for a sink.
  CPULSE_ERR_INVALID = 3,
  /// There is no such sink.
  CPULSE_ERR_NOENTITY = 5,
  CPULSE_CHANNELS_MAX = 32,
  CPULSE_RATE_MAX = 384000,
};

/// `pa_sample_spec`
typedef struct CPulseSampleSpec {
  int format;
  uint32_t rate;
  uint8_t channels;
} CPulseSampleSpec;

/// `pa_channel_map`
typedef struct CPulseChannelMap {
  uint8_t channels;
  int map[CPULSE_CHANNELS_MAX];
} CPulseChannelMap;

/// `pa_buffer_attr`, in bytes. A member with all bits set lets the server choose.
typedef struct CPulseBufferAttributes {
  uint32_t maxlength, tlength, prebuf, minreq, fragsize;
} CPulseBufferAttributes;

/// `pa_timing_info`
typedef struct CPulseTimingInfo {
  struct timeval timestamp;
  int synchronized_clocks;
  uint64_t sink_usec, source_usec, transport_usec;
  int playing;
  int write_index_corrupt;
  int64_t write_index;
  int read_index_corrupt;
  int64_t read_index;
} CPulseTimingInfo;

/// The beginning of `pa_sink_info`. Only the library allocates this structure.
typedef struct CPulseSinkInfo {
  const char *name;
  uint32_t index;
  const char *description;
  CPulseSampleSpec sample_spec;
  CPulseChannelMap channel_map;
  uint32_t owner_module;
  struct {
    uint8_t channels;
    uint32_t values[CPULSE_CHANNELS_MAX];
  } volume;
  int mute;
  uint32_t monitor_source;
  const char *monitor_source_name;
  uint64_t latency;
  const char *driver;
} CPulseSinkInfo;

typedef void (*CPulseContextCallback)(CPulseContext *context, void *user);
typedef void (*CPulseSinkCallback)(CPulseContext *context, const CPulseSinkInfo *sink, int is_end, void *user);
typedef void (*CPulseStreamCallback)(CPulseStream *stream, void *user);
typedef void (*CPulseRequestCallback)(CPulseStream *stream, size_t bytes, void *user);
typedef void (*CPulseSuccessCallback)(CPulseStream *stream, int success, void *user);
typedef void (*CPulseOperationCallback)(CPulseOperation *operation, void *user);
typedef void (*CPulseOnceCallback)(CPulseLoopAPI *api, void *user);

/// The functions of the library that are called: result, name without `pa_`, parameters.
#define CPULSE_FUNCTIONS(each) \
  each(CPulseLoop *, threaded_mainloop_new, (void)) \
  each(void, threaded_mainloop_free, (CPulseLoop *)) \
  each(int, threaded_mainloop_start, (CPulseLoop *)) \
  each(void, threaded_mainloop_stop, (CPulseLoop *)) \
  each(void, threaded_mainloop_lock, (CPulseLoop *)) \
  each(void, threaded_mainloop_unlock, (CPulseLoop *)) \
  each(int, threaded_mainloop_in_thread, (CPulseLoop *)) \
  each(void, threaded_mainloop_set_name, (CPulseLoop *, const char *)) \
  each(CPulseLoopAPI *, threaded_mainloop_get_api, (CPulseLoop *)) \
  each(void, mainloop_api_once, (CPulseLoopAPI *, CPulseOnceCallback, void *)) \
  each(CPulseContext *, context_new, (CPulseLoopAPI *, const char *)) \
  each(void, context_unref, (CPulseContext *)) \
  each(int, context_connect, (CPulseContext *, const char *server, int flags, const void *spawn_api)) \
  each(void, context_disconnect, (CPulseContext *)) \
  each(void, context_set_state_callback, (CPulseContext *, CPulseContextCallback, void *)) \
  each(int, context_get_state, (const CPulseContext *)) \
  each(int, context_errno, (const CPulseContext *)) \
  each(CPulseOperation *, context_get_sink_info_by_name, \
       (CPulseContext *, const char *, CPulseSinkCallback, void *)) \
  each(CPulseOperation *, context_get_sink_info_list, (CPulseContext *, CPulseSinkCallback, void *)) \
  each(CPulseStream *, stream_new, \
       (CPulseContext *, const char *, const CPulseSampleSpec *, const CPulseChannelMap *)) \
  each(void, stream_unref, (CPulseStream *)) \
  each(int, stream_connect_playback, \
       (CPulseStream *, const char *device, const CPulseBufferAttributes *, int flags, const void *volume, \
        CPulseStream *sync)) \
  each(int, stream_disconnect, (CPulseStream *)) \
  each(void, stream_set_state_callback, (CPulseStream *, CPulseStreamCallback, void *)) \
  each(void, stream_set_write_callback, (CPulseStream *, CPulseRequestCallback, void *)) \
  each(void, stream_set_underflow_callback, (CPulseStream *, CPulseStreamCallback, void *)) \
  each(void, stream_set_started_callback, (CPulseStream *, CPulseStreamCallback, void *)) \
  each(void, stream_set_moved_callback, (CPulseStream *, CPulseStreamCallback, void *)) \
  each(void, stream_set_latency_update_callback, (CPulseStream *, CPulseStreamCallback, void *)) \
  each(int, stream_get_state, (const CPulseStream *)) \
  each(const char *, stream_get_device_name, (const CPulseStream *)) \
  each(int, stream_begin_write, (CPulseStream *, void **, size_t *)) \
  each(int, stream_write, (CPulseStream *, const void *, size_t, void (*free)(void *), int64_t offset, int seek)) \
  each(size_t, stream_writable_size, (const CPulseStream *)) \
  each(CPulseOperation *, stream_cork, (CPulseStream *, int, CPulseSuccessCallback, void *)) \
  each(CPulseOperation *, stream_flush, (CPulseStream *, CPulseSuccessCallback, void *)) \
  each(CPulseOperation *, stream_drain, (CPulseStream *, CPulseSuccessCallback, void *)) \
  each(CPulseOperation *, stream_update_timing_info, (CPulseStream *, CPulseSuccessCallback, void *)) \
  each(int, stream_get_time, (CPulseStream *, uint64_t *)) \
  each(const CPulseTimingInfo *, stream_get_timing_info, (CPulseStream *)) \
  each(void, operation_unref, (CPulseOperation *)) \
  each(void, operation_cancel, (CPulseOperation *)) \
  each(int, operation_get_state, (const CPulseOperation *)) \
  each(void, operation_set_state_callback, (CPulseOperation *, CPulseOperationCallback, void *)) \
  each(CPulseChannelMap *, channel_map_init_extend, (CPulseChannelMap *, unsigned, int)) \
  each(const char *, strerror, (int))

/// The library's functions.
typedef struct CPulse {
#define CPULSE_MEMBER(result, name, parameters) result(*name) parameters;
  CPULSE_FUNCTIONS(CPULSE_MEMBER)
#undef CPULSE_MEMBER
} CPulse;

/// Loads the library, once for the process. Any thread may call it.
///
/// Returns NULL where the library is not installed, or lacks a function.
const CPulse *cpulse_load(void);

#endif
