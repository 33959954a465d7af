import TestSupport

/// The table. A line that nothing needs fails the test.
extension Disagreement {
  // MARK: Durations

  /// Movies whose header states another duration than the end of the longest track.
  private static let misstated = [
    "max-heromode.mp4", "movie_5.mp4", "prog_8s.mp4", "rotated_video.mp4", "/sample.mp4",
    "sample_2_byte_NAL_length.mp4",
    "sample_opus.mp4", "sample_rotate_and_reflect.mp4", "sample_with_metadata.mp4",
    "bbb_mono_16kHz_23.05kbps_amrwb.3gp", "small-shot-mp3.mp4",
  ]
  /// Movies with a track that begins with an empty edit, or of which not all is shown.
  private static let edited = [
    "bbb_1ch_8kHz_aac_lc.m4a", "bbb_mono_16kHz_23.05kbps_amrwb.3gp", "sample_alac.mp4", "awesome_movie.mov",
    "bt601.mov",
    "sample_twos_pcm.mov", "movie_5.mp4", "sample_av1.mp4", "sample_ipcm_24le.mp4", "sample_no_bframes.mp4",
    "sample_opus.mp4", "sample_portrait.mp4", "video_with_rectangular_samples.mp4", "h264-late-audio.mov",
    "iphone14promax_1080p30_10s.mov", "bbb_800x640_768kbps_30fps_avc_2b_firstpts_10_sec.mp4",
    "edit_list_positive_shift.mp4", "test_non_zero_start.mp4", "rails_video.mp4",
  ]
  /// Movies whose tables state no duration of the last sample, as some recorders leave it.
  private static let unended = ["sample_empty_track.mp4", "pixel-motion-photo-2-hevc-tracks.mp4"]
  private static let fragmented = [
    "h264-fragmented.mp4", "fragmented_captions.mp4", "sample_fragmented.mp4", "sample_fragmented_seekable.mp4",
    "sample_partially_fragmented.mp4", "sample.text.mp4", "no-tags.3g2",
  ]

  static let everywhere: [Reason] =
    shared(
      [.mediainfo, .exiftool], ["duration"], misstated,
      "they take the header's word; here it is the end of the longest track")
    + shared(
      [.ffprobe], ["duration"], misstated, isOfSomeVersions: true,
      "it takes the header's word, up to version 6; here it is the end of the longest track")
    + shared(
      [.ffprobe], ["duration"], edited + ["nasa_13013.mp4"], isOfSomeVersions: true,
      "from version 7 on it counts from the first sample that is shown, and no texts; here it is the end")
    + shared(
      [.mediainfo, .exiftool], ["audio # duration", "video # duration"], edited,
      "they count the empty edits, or what is not shown")
    + shared(
      [.mediainfo, .exiftool], ["duration", "video # duration"], unended,
      "they count no time for the last sample; here it lasts up to the end of the media, or as long as the one before")
    + shared([.ffprobe], ["duration"], unended, "as for the two above")
    + shared([.ffprobe], ["video # duration"], ["pixel-motion-photo-2-hevc-tracks.mp4"], "as for the whole file")
    + shared(
      [.ffprobe, .mediainfo, .exiftool], ["audio # duration"], ["sample_empty_track.mp4"], "as for the whole file")
    + shared(
      [.mediainfo, .exiftool], ["audio # duration"], ["small-shot-mp3.mp4"],
      "they take the header's coarser word; here it is the sum of the tables")
    + shared(
      [.ffprobe, .mediainfo], ["duration"], [".mp3"],
      "the samples that the encoder added, which its tag counts, are no sound")
    + shared([.ffprobe, .mediainfo], ["audio # duration"], [".mp3"], "as for the whole file")
    + shared(
      [.ffprobe, .mediainfo], ["duration"], [".mkv", ".webm", ".flv"],
      "these containers state one duration, counted from zero; here it is counted from the first sample")
    + shared(
      [.mediainfo], ["audio # duration", "video # duration"], [".mkv", ".webm", ".flv"], "it looks at all packets")
    + shared(
      [.mediainfo], ["duration", "audio # duration", "video # duration"], [".ts", "sample.ac3"],
      "without tables a duration is an estimate")
    + shared(
      [.mediainfo, .exiftool], ["created"],
      ["RGB_Circles.mov", "dolbyVision-hdr.MOV", "iphone14promax_1080p_split3.mov", "sample_with_metadata.mp4"],
      "they print the header's date; metadata, which comes first here, has another one")
    + shared(
      [.ffprobe, .mediainfo], ["artist"], ["many-facts.mov"], "it has an author too, which comes first here")
    + shared([.mediainfo], ["title"], ["many-facts.mov"], "it has a name to be displayed too, which comes first there")
    + shared(
      [.ffprobe, .exiftool], ["audio # language"], ["many-facts.mov"],
      "Macintosh's German: one has ISO 639-2/B for it, one a number, and here it is ISO 639-2/T")
    + shared(
      [.mediainfo], ["video # max_cll", "video # max_fall"], ["many-facts.mov"], isMissing: true,
      "the coded pictures say it, and the container does not")
    + shared(
      [.ffprobe, .mediainfo], ["video # rotation"], ["sample_rotate_and_reflect.mp4"],
      "the matrix mirrors the picture too, which is no rotation")
    + shared(
      [.ffprobe, .mediainfo], ["video # matrix", "video # transfer"], ["counting.mp4"],
      isMissing: true, "the coded pictures say it, and the container does not: MPEG-4 part 2 is not looked into")

  // MARK: ffprobe

  static let ffprobe: [Reason] =
    shared(
      [.ffprobe], ["duration", "video # duration", "audio # duration"],
      ["sample_fragmented.mp4", "sample_fragmented_seekable.mp4"], isOfSomeVersions: true,
      "it takes fields with all bits set, which stand for an unknown duration, for one, and counts a fragment twice")
    + shared(
      [.ffprobe], ["audio # samples", "video # samples"], ["sample_partially_fragmented.mp4", "no-tags.3g2"],
      "it does not count the samples of fragments")
    + shared(
      [.ffprobe], ["audio # duration"], ["bbb_1ch_8kHz_aac_lc.m4a", "bt601.mov"], "it leaves out edits of sound")
    + shared([.ffprobe], ["audio # duration"], ["sound2.caf"], "it says nothing of the samples that it counts")
    + shared(
      [.ffprobe], ["duration", "audio # duration"], ["ColdFunk.caf", "HappyAlley.caf"],
      "it does not look at the packet table, which says what of the samples is heard")
    + shared([.ffprobe], ["video # duration"], ["rails_video.mp4"], "it counts the empty edit")
    + shared(
      [.ffprobe], ["audio # codec", "audio # layout"], ["sample_dts_hd_ma.mp4"],
      "its decoder knows the speakers, and has a name for all of DTS; here it is the sample entry's")
    + shared(
      [.ffprobe], ["video # rate"], [".flv", "sample_with_srt.mkv"],
      "it found no rate and says that of its milliseconds; here it is unknown")
    + shared(
      [.ffprobe], ["video # duration"], ["sample_empty_track.mp4"],
      "one track has no samples; of the other it counts no time for the last one")
    + shared(
      [.ffprobe], ["video # full range", "video # matrix"],
      [
        "mjpeg-pcm.mov", "sintel_mjpeg_pcm_3s.mov", "sintel_prores_proxy_pcm24_tmcd_2s.mov", "prores_frame.mov",
        "bbb_800x640_768kbps_30fps_vp9.mp4", "sample_av1.mp4", "counting.mp4",
      ], isMissing: true, "its decoder knows it; the container does not say")
    + shared(
      [.ffprobe], ["video # full range"], ["max-heromode.mp4"],
      "the coded pictures contradict the container, which is believed here")

  // MARK: mediainfo

  static let mediainfo: [Reason] =
    shared(
      [.mediainfo], ["video # samples"], [".mkv", ".webm", ".flv", ".ts"], isMissing: true,
      "these containers have no table of samples")
    + shared(
      [.mediainfo], ["video # samples"],
      [
        "h264-trimmed.mov", "h264-vfr.mov", "RGB_Circles.mov", "VideoTrack_25_VFR_2sec.mov", "dolbyVision-hdr.MOV",
        "sideways_movie.mov", "bbb_800x640_768kbps_30fps_avc_2b_firstpts_10_sec.mp4", "discard_first_keyframe.mp4",
        "edit_list_positive_shift.mp4", "sample_edit_list_only_preroll_sync_sample.mp4", "sample_empty_track.mp4",
        "test_non_zero_start.mp4",
      ], "it reckons with what is shown and the rate; here it is the table's count")
    + shared(
      [.mediainfo], ["video # rate"],
      [
        "bt601.mov", "h265_with_metadata_track.mp4", "portrait_4k60.mp4", "sample_android_slow_motion.mp4",
        "sample_empty_track.mp4", "video_dovi_1920x1080_60fps_dvav_09.mp4",
        "video_with_undefined_display_aspect_ratio.mp4", ".flv", "sample_with_srt.mkv", "rails_video.mp4",
      ], "it shows the rate that the coded pictures state, or the usual one that is near; here it is the average")
    + shared(
      [.mediainfo], ["duration", "audio # duration"], ["sound2.caf", "sample_ima_adpcm.wav"], isOfSomeVersions: true,
      "it does not count the samples of a packet")
    + shared(
      [.mediainfo], ["audio # sample rate"], ["bbb_6ch_8kHz_opus.ogg"], "Opus is 48 kHz; this was its source's rate")
    + shared(
      [.mediainfo], ["audio # channels", "audio # layout"], ["aac_he_v2.aac", "whitenoise-he-aac-5s.mp4"],
      "it shows the core without parametric stereo, which only the stream tells of")
    + shared([.mediainfo], ["audio # codec"], ["sample_dts_hd_ma.mp4"], "here it is the sample entry's code")
    + shared([.mediainfo], ["audio # codec"], ["bbb_2500ms.ts"], "it calls all layers MPEG audio")
    + shared([.mediainfo], ["audio # channels"], ["sample.flv"], "it believes a field that FLV has for other codings")
    + shared(
      [.mediainfo], ["video # max_cll", "video # max_fall"],
      ["hevc10-hdr10.mp4", "hdr10-video-with-sdr-container.mp4"], isMissing: true,
      "the coded pictures say it, and the container does not")
    + shared(
      [.mediainfo], ["video # full range"], ["sample_av1.mp4"], isMissing: true,
      "the coded pictures say it, and the container does not")
    + shared(
      [.mediainfo], ["video # width", "video # height"], ["h264-size-change.ts"],
      "the size changes; it shows the last one")
    + shared(
      [.mediainfo], ["location"], ["/sample.mp4", "sample_rotate_and_reflect.mp4", "sample_with_metadata.mp4"],
      isOfSomeVersions: true, "the file names two places")
    + shared([.mediainfo], ["created"], ["cat.wav"], isMissing: true, "a broadcast extension has no key space")

  // MARK: exiftool and mutagen

  static let exiftool: [Reason] =
    shared(
      [.exiftool], ["duration", "audio # duration", "video # duration"], fragmented,
      "it does not read fragments")
    + shared(
      [.exiftool], ["duration", "audio # duration", "audio # sample rate"], ["whitenoise-he-aac-5s.mp4"],
      "the header says nothing of fragments, and of the core's rate alone")
    + shared(
      [.exiftool], ["created"], ["sample_empty_track.mp4"],
      "it takes a date before 1970 for one that was counted from 1970")
    + shared(
      [.exiftool], ["audio # sample rate"], ["test-spatial-audio.mov"],
      "it reads a version 2 sound description as one of version 1")

  static let mutagen: [Reason] =
    shared(
      [.python3], ["duration"], [".opus", "bbb_6ch_8kHz_opus.ogg"],
      "libavformat counts the samples that a decoder drops first")
    + shared([.python3], ["duration"], [".mp3"], "the samples that the encoder added are no sound")
    + shared([.python3], ["duration"], ["sample_ima_adpcm.wav"], "it reckons with the bytes of linear PCM")
    + shared(
      [.python3], ["audio # channels", "audio # sample rate"], ["aac_he_v2.aac"],
      "it shows the core without band replication and parametric stereo")
}
