/// Where a file of the corpora is not what its folder says, with the reason.
enum CorpusExceptions {
  struct Refusal: Sendable {
    var exit: Int32
    var reason: String
  }

  /// Outside of `bad`, and refused all the same.
  static let unreadable: [String: Refusal] = [
    "audio/sample.ac3": Refusal(exit: 65, reason: "the file ends after 993 bytes of its last frame of 1536"),
    "mp4/sample_ac3_aac.mp4": Refusal(exit: 65, reason: "its last AC-3 sample is the first 993 bytes of a frame"),
  ]

  /// Files that hold neither video nor audio.
  static let withoutPictureAndSound = [
    "mov/TimecodeTrack_23_976_Start-00-00-00-00.mov", "subs/sample.text.mp4", "subs/stpp_prog.mp4",
  ]

  /// Audio whose tables and packets disagree: how many samples are right.
  static let sampleCounts: [String: Int] = [
    // E-AC-3 frames of one block, 256 samples, to each of which the tables give the time of six: they stay where the
    // tables put them, with silence between; the last one ends with its sound.
    "mp4/sample_eac3.mp4": 53 * 1536 + 256,
    // A hole behind the first packet, and 768 samples of the last, as its fragments say.
    "h264-fragmented.mp4": 99072 + 768,
    // 24-bit PCM, which libavformat 5.1 takes for 16-bit.
    "mp4/sample_ipcm_24le.mp4": 45056,
    // As their packet tables say, which libavformat 5.1 does not look at.
    "audio/ColdFunk.caf": 378_006,
    "audio/HappyAlley.caf": 189_746,
    "audio/sound2.caf": 132_438,
  ]

  /// Codecs that `ffprobe` takes for others.
  static let misread = ["mp4/sample_ipcm_24le.mp4": ["pcm_s16le": "pcm_s24le"]]

  /// Movies of which an edit begins within a picture, which is shown from then on. libavformat leaves it out, and shows
  /// the next one earlier than its time; QuickTime, GStreamer and this project show both.
  static let begunWithinPictures: Set<String> = ["h264-trimmed.mov", "mov/RGB_Circles.mov"]

  /// Packets that are no frames: a line feed behind the last one.
  static let strayPackets = ["audio/bear-id3.mp3": 1]

  /// Codecs for which QuickTime movies have no sample entry in this build.
  static let notInMovies: Set<String> = ["vorbis", "opus", "flac", "adpcm_ima_wav", "dts"]

  /// How each file of `bad` ends. 0: it is complete in truth. 65: damaged. 67: no container of this build.
  static let bad: [String: Refusal] = [
    "1024_incrementing_bytes.mp3": Refusal(exit: 67, reason: "no frame in it: the bytes 0 to 255 four times"),
    "200kB-garbage-prefix.mp3": Refusal(exit: 67, reason: "200 kB of noise, in which AMR is recognised, come first"),
    "2xSencNoMdat.mp4": Refusal(exit: 65, reason: "a fragment without a movie"),
    "CWE-835-01.aiff": Refusal(exit: 65, reason: "chunk sizes that cannot be"),
    "Pmiscck.aif": Refusal(exit: 0, reason: "complete: nine samples behind unusual chunks"),
    "WrongFile.mp4": Refusal(exit: 65, reason: "a movie's first boxes, and no 'moov'"),
    "bad_metadata_creation_time.wav": Refusal(exit: 0, reason: "complete: only a date in it is none"),
    "bear-cbr-no-seek-table-trailing-garbage.mp3": Refusal(
      exit: 0, reason: "complete: 150000 bytes behind the last frame are no media, and a warning says so"),
    "bear-vbr-vbri-header-truncated-toc.mp3": Refusal(exit: 0, reason: "complete: only its seek table is cut"),
    "bear_with_vorbis_comments_invalid_mutf8.flac": Refusal(exit: 0, reason: "complete: only its tags are no UTF-8"),
    "broken.mp4": Refusal(exit: 65, reason: "no 'moov'"),
    "corrupt.mkv": Refusal(exit: 65, reason: "its EBML header is broken"),
    "drv_bitflips_in_mdat.mp4": Refusal(exit: 65, reason: "the second picture does not decode"),
    "drv_bitflips_in_moov.mp4": Refusal(exit: 65, reason: "a box is longer than the one around it"),
    "drv_ftyp_only.mp4": Refusal(exit: 65, reason: "no 'moov'"),
    "drv_half_of_sample.mp4": Refusal(exit: 65, reason: "samples lie beyond the end of the file"),
    "drv_moov_cut_300.mov": Refusal(exit: 65, reason: "the file ends in 'moov'"),
    "drv_no_moov_70pct.mov": Refusal(exit: 65, reason: "the file ends before 'moov'"),
    "drv_opus_named.mp3": Refusal(exit: 0, reason: "complete: Opus in Ogg, whatever its name says"),
    "drv_random_64k.mov": Refusal(exit: 67, reason: "noise"),
    "drv_stsz_count_2g.mp4": Refusal(exit: 65, reason: "two thousand million samples in 100 kB"),
    "drv_text_named.mov": Refusal(exit: 67, reason: "text"),
    "drv_zero_length.mov": Refusal(exit: 67, reason: "empty"),
    "empty.flv": Refusal(exit: 67, reason: "no bytes but a header, of which no format is recognised"),
    "empty.wav": Refusal(exit: 67, reason: "empty"),
    "fmt_cb_size_unknown.wav": Refusal(exit: 65, reason: "no 'data' chunk"),
    "header-zeros-frames.mp3": Refusal(exit: 65, reason: "a tag and no frame"),
    "init_prog.mp4": Refusal(exit: 65, reason: "every sample lies beyond the end of the file"),
    "init_truncated.mp4": Refusal(exit: 65, reason: "the file ends in 'moov'"),
    "invalid-bitstream.webm": Refusal(exit: 65, reason: "its last VP9 frames do not decode"),
    "large_stbl_truncated_after_moov.m4b": Refusal(exit: 65, reason: "every sample lies beyond the end of the file"),
    "mp3-with-id3.mp3": Refusal(exit: 0, reason: "complete: the sound of two frames between the encoder's delays"),
    "multi_vttc.mp4": Refusal(exit: 65, reason: "a fragment without a movie"),
    "sample_cbs_truncated.adts": Refusal(exit: 65, reason: "the file ends in its last frame"),
    "sample_fragmented_large_bitrates.mp4": Refusal(exit: 0, reason: "complete: only 'btrt' exaggerates"),
    "sample_fragmented_uuid.mp4": Refusal(exit: 65, reason: "a picture's NAL unit has no length"),
    "sample_malformed_free_box.mp4": Refusal(exit: 65, reason: "a box without a size hides 'moov'"),
    "sample_mdat_too_long.mp4": Refusal(
      exit: 0, reason: "complete: every sample is there, only 'mdat' says it is longer"),
    "sample_missing_stsd.mp4": Refusal(exit: 65, reason: "a track has no sample description"),
    "sample_with_invalid_nalu.mp4": Refusal(exit: 65, reason: "a picture decodes with errors"),
    "sample_with_trailing_bytes.wav": Refusal(exit: 0, reason: "complete: bytes follow the chunks"),
    "track-with-zero-dimensions.mp4": Refusal(
      exit: 65,
      reason: "one of its pictures has a header that cannot be; the size that the tables lack is the decoder's"),
  ]
}
