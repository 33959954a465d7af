#include "CLoading.h"

#include <ebur128.h>
#include <libavcodec/version.h>
#include <libavfilter/version.h>
#include <libavformat/version.h>
#include <libavutil/ffversion.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <stdint.h>
#include <svt-av1/EbSvtAv1.h>
#include <x264.h>
#include <zimg.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
#define DOTTED(major, minor, micro) TEXT(major) "." TEXT(minor) "." TEXT(micro)

#define FFMPEG(identifier, name, macro) \
  [identifier] = { \
    identifier, name, name ".so." TEXT(macro##_MAJOR), NULL, DOTTED(macro##_MAJOR, macro##_MINOR, macro##_MICRO), \
    CLOADING_DEPENDS}

// The only table of the libraries. The file names, the package's dependencies and the messages about missing libraries
// all come from here.
static const CLoadingRow rows[CLOADING_COUNT] = {
  FFMPEG(CLOADING_AVFORMAT, "libavformat", LIBAVFORMAT_VERSION),
  FFMPEG(CLOADING_AVCODEC, "libavcodec", LIBAVCODEC_VERSION),
  FFMPEG(CLOADING_AVUTIL, "libavutil", LIBAVUTIL_VERSION),
  FFMPEG(CLOADING_AVFILTER, "libavfilter", LIBAVFILTER_VERSION),
  FFMPEG(CLOADING_SWSCALE, "libswscale", LIBSWSCALE_VERSION),
  FFMPEG(CLOADING_SWRESAMPLE, "libswresample", LIBSWRESAMPLE_VERSION),
  // The header states only the version of the interface.
  [CLOADING_ZIMG] = {CLOADING_ZIMG, "zimg", "libzimg.so." TEXT(ZIMG_API_VERSION_MAJOR), NULL, NULL, CLOADING_DEPENDS},
  [CLOADING_X264] = {CLOADING_X264, "x264", "libx264.so." TEXT(X264_BUILD), NULL, X264_POINTVER, CLOADING_DEPENDS},
  [CLOADING_SVTAV1] = {
    CLOADING_SVTAV1, "SVT-AV1", "libSvtAv1Enc.so." TEXT(SVT_AV1_VERSION_MAJOR), NULL,
    DOTTED(SVT_AV1_VERSION_MAJOR, SVT_AV1_VERSION_MINOR, SVT_AV1_VERSION_PATCHLEVEL), CLOADING_DEPENDS},
  [CLOADING_LAME] = {CLOADING_LAME, "LAME", "libmp3lame.so.0", NULL, NULL, CLOADING_DEPENDS},
  [CLOADING_EBUR128] = {
    CLOADING_EBUR128, "libebur128", "libebur128.so." TEXT(EBUR128_VERSION_MAJOR), NULL,
    DOTTED(EBUR128_VERSION_MAJOR, EBUR128_VERSION_MINOR, EBUR128_VERSION_PATCH), CLOADING_DEPENDS},
  [CLOADING_YAML] = {CLOADING_YAML, "libyaml", "libyaml-0.so.2", NULL, NULL, CLOADING_DEPENDS},
  [CLOADING_RUBBERBAND] = {
    CLOADING_RUBBERBAND, "Rubber Band", "librubberband.so.2", NULL, NULL, CLOADING_RECOMMENDS},
  [CLOADING_PULSE] = {
    CLOADING_PULSE, "PulseAudio's client library", "libpulse.so.0", NULL, NULL, CLOADING_RECOMMENDS},
  [CLOADING_SDL2] = {CLOADING_SDL2, "SDL 2", "libSDL2-2.0.so.0", NULL, NULL, CLOADING_SUGGESTS},
  [CLOADING_ASS] = {CLOADING_ASS, "libass", "libass.so.9", NULL, NULL, CLOADING_SUGGESTS},
  // The functions of 2.0 (2021) that this project calls are the same as those of 3.0 (2023).
  [CLOADING_VMAF] = {CLOADING_VMAF, "libvmaf", "libvmaf.so.3", "libvmaf.so.1", NULL, CLOADING_ELSEWHERE},
};

const char *const cloading_ffmpeg_version = FFMPEG_VERSION;

const CLoadingRow *cloading_row(CLoadingLibrary library) { return &rows[library]; }
