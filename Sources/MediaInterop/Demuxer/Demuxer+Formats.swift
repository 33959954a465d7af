/// The containers that are opened, and their properties.
extension Demuxer {
  /// The demuxers that may be used, by libavformat's short names.
  ///
  /// This is a list of what is allowed and not of what is forbidden: a new version of the library brings new demuxers,
  /// and one that opens other files (playlists `hls`, `dash`, `imf`, `concat`; patterns `image2`; descriptions `sdp`,
  /// `rtsp`; devices and `lavfi`) must not be let in because nobody thought of it. All of these read one file.
  static let formats = [
    // Movies.
    "mov", "matroska", "avi", "flv", "mpegts", "mpeg", "asf", "mxf", "gxf", "rm", "nut", "ogg", "dv",
    // Audio.
    "mp3", "aac", "ac3", "eac3", "flac", "wav", "w64", "aiff", "caf", "au", "amr", "dts", "dtshd", "truehd", "mlp",
    "tta", "wv", "ape", "tak", "voc", "mpc", "mpc8", "dsf", "iff", "loas", "sox",
    // Bare video.
    "h264", "hevc", "m4v", "mpegvideo", "h263", "vc1", "av1", "obu", "ivf", "mjpeg", "yuv4mpegpipe",
    // Text alone.
    "srt", "webvtt", "ass",
    // Pictures, one behind the other in one file. Not `image2`, which looks for others, and not vector graphics, which
    // may name them.
    "png_pipe", "jpeg_pipe", "bmp_pipe", "tiff_pipe", "webp_pipe", "dpx_pipe", "exr_pipe", "ppm_pipe", "pgm_pipe",
    "pam_pipe", "pbm_pipe", "j2k_pipe", "jpegls_pipe", "qoi_pipe", "sgi_pipe", "sunrast_pipe", "gif",
  ]

  /// The demuxers of files of text alone. They read the whole file at once, and every cue has a start and an end.
  static let textFormats: Set<String> = ["srt", "webvtt", "ass"]

  /// The demuxers of pictures without a container. Bytes that only a few start codes speak for are more likely to be of
  /// another container without its head.
  static let bareVideoFormats = ["h264", "hevc", "m4v", "mpegvideo", "h263", "vc1", "av1", "obu"]

  /// The demuxers whose header states every fact that reading needs and whose time stamps do not come from parsing the
  /// media.
  ///
  /// Opening is enough for these. The others are analysed: packets are read and decoded, 12 to 21 ms a file.
  static let selfDescribingFormats: Set<String> = ["mov", "wav", "w64", "aiff", "caf", "flac"]

  /// The demuxers by which a stream can be read alone at about the cost of its own bytes, after a seek to any place.
  static let indexedFormats: Set<String> = selfDescribingFormats.union(["matroska", "avi"])

  /// The demuxers whose packets are samples of the container's tables and have their exact times there.
  static let tabledFormats: Set<String> = ["mov"]

  /// The demuxers whose header states exactly how many samples there are, for PCM and FLAC.
  ///
  /// Not `wav`, `w64` and `caf`: libavformat shortens their duration to the samples that a cut file holds. Their parts
  /// tell the cut.
  static let countedFormats: Set<String> = ["aiff", "flac"]

  /// The demuxers that read samples in blocks of the library's choice: it flags the last block as damaged when it is
  /// short, which it may well be. The end tells, by the header, whether samples are missing.
  static let blockFormats: Set<String> = ["wav", "w64", "aiff", "caf", "au"]
}
