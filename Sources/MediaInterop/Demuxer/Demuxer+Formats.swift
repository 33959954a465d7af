/// Which containers are opened, and how.
extension Demuxer {
  /// The demuxers that may be used, by libavformat's short names.
  ///
  /// This is a list of what is allowed and not of what is forbidden: a new version of the library brings new demuxers,
  /// and one that opens other files (playlists `hls`, `dash`, `imf`, `concat`; patterns `image2`; descriptions `sdp`,
  /// `rtsp`; devices and `lavfi`) must not be let in by not having been thought of. All of these read one file.
  static let formats = [
    // Movies.
    "mov", "matroska", "avi", "flv", "mpegts", "mpeg", "asf", "mxf", "gxf", "rm", "nut", "ogg", "dv",
    // Audio.
    "mp3", "aac", "ac3", "eac3", "flac", "wav", "w64", "aiff", "caf", "au", "amr", "dts", "dtshd", "truehd", "mlp",
    "tta", "wv", "ape", "tak", "voc", "mpc", "mpc8", "dsf", "iff", "loas", "sox",
    // Bare video.
    "h264", "hevc", "m4v", "mpegvideo", "h263", "vc1", "av1", "obu", "ivf", "mjpeg", "yuv4mpegpipe",
    // Pictures, one behind the other in one file. Not `image2`, which looks for others, and not vector graphics, which
    // may name them.
    "png_pipe", "jpeg_pipe", "bmp_pipe", "tiff_pipe", "webp_pipe", "dpx_pipe", "exr_pipe", "ppm_pipe", "pgm_pipe",
    "pam_pipe", "pbm_pipe", "j2k_pipe", "jpegls_pipe", "qoi_pipe", "sgi_pipe", "sunrast_pipe", "gif",
  ]

  /// The demuxers of pictures without a container. What a few start codes alone speak for is more likely to be another
  /// container without its head.
  static let bareVideoFormats = ["h264", "hevc", "m4v", "mpegvideo", "h263", "vc1", "av1", "obu"]

  /// Whose header says every fact that reading needs and whose time stamps do not come from parsing the media.
  ///
  /// Opening is enough for these. The others are analysed: packets are read and decoded, 12 to 21 ms a file.
  static let selfDescribingFormats: Set<String> = ["mov", "wav", "w64", "aiff", "caf", "flac"]

  /// Where a stream can be read alone at about the cost of its own bytes, after a seek to any place.
  static let indexedFormats: Set<String> = selfDescribingFormats.union(["matroska", "avi"])

  /// Where each packet is a sample of the container's tables and has its exact times there.
  static let tabledFormats: Set<String> = ["mov"]

  /// Whose header says exactly how many samples there are, for PCM and FLAC.
  ///
  /// Not `wav`, `w64` and `caf`: libavformat shortens their duration to what a cut file holds. Their parts tell.
  static let countedFormats: Set<String> = ["aiff", "flac"]

  /// Whose samples are read in blocks of the library's choice: it flags the last one as damaged when it is short, which
  /// it may well be. Whether samples are missing is told at the end, from the header.
  static let blockFormats: Set<String> = ["wav", "w64", "aiff", "caf", "au"]
}
