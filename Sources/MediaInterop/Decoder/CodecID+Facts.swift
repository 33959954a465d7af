internal import CFFmpeg

/// The properties of common codings, so that they can be queried without the library: loading it takes longer than
/// reading a movie's index. The library reports the same properties.
extension CodecID {
  struct Facts {
    var name: String
    var isLossless = false
    var hasDecoder = true
  }

  /// The known properties; `nil` for a coding that requires the library.
  var facts: Facts? { Self.facts[self] }

  /// Returns the coding that has a name, among those that are known.
  static func known(_ name: String) -> CodecID? { named[name] }

  static let facts: [CodecID: Facts] = {
    var facts: [CodecID: Facts] = [:]
    for (codec, name) in lossy { facts[codec] = Facts(name: name) }
    for (codec, name) in lossless { facts[codec] = Facts(name: name, isLossless: true) }
    for (codec, name) in texts { facts[codec] = Facts(name: name) }
    facts[.none] = Facts(name: "none", hasDecoder: false)
    facts[.ttml] = Facts(name: "ttml", hasDecoder: false)
    facts[.binaryData] = Facts(name: "bin_data", hasDecoder: false)
    facts[.timedID3] = Facts(name: "timed_id3", hasDecoder: false)
    return facts
  }()

  private static let named = Dictionary(
    facts.filter { $0.key != .none }.map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let lossy: [CodecID: String] = [
    .h264: "h264", .hevc: "hevc", .av1: "av1", .vp8: "vp8", .vp9: "vp9", .mpeg2Video: "mpeg2video", .mpeg4: "mpeg4",
    .h263: "h263", .prores: "prores", .mjpeg: "mjpeg", .dv: "dvvideo", .aac: "aac", .mp3: "mp3", .mp2: "mp2",
    .opus: "opus", .vorbis: "vorbis", .ac3: "ac3", .eac3: "eac3", .amrNarrowband: "amr_nb", .amrWideband: "amr_wb",
    .pcmALaw: "pcm_alaw", .pcmMuLaw: "pcm_mulaw",
  ]

  private static let lossless: [CodecID: String] = [
    .png: "png", .ffv1: "ffv1", .rawVideo: "rawvideo", .alac: "alac", .flac: "flac",
    .pcmU8: "pcm_u8", .pcmS8: "pcm_s8", .pcmS16LE: "pcm_s16le", .pcmS16BE: "pcm_s16be", .pcmS24LE: "pcm_s24le",
    .pcmS24BE: "pcm_s24be", .pcmS32LE: "pcm_s32le", .pcmS32BE: "pcm_s32be", .pcmF32LE: "pcm_f32le",
    .pcmF32BE: "pcm_f32be", .pcmF64LE: "pcm_f64le", .pcmF64BE: "pcm_f64be",
  ]

  private static let texts: [CodecID: String] = [
    .movText: "mov_text", .webVTT: "webvtt", .subRip: "subrip", .ssa: "ass", .eia608: "eia_608",
    .dvdSubtitle: "dvd_subtitle",
  ]

  /// The kind of media, mostly from the library's ranges of numbers; `nil` for files and data, which have no ranges.
  var knownKind: MediaKind? {
    switch rawValue {
    case 0: .unknown
    case CodecID.binaryData.rawValue, CodecID.timedID3.rawValue: .data
    case ..<AV_CODEC_ID_FIRST_AUDIO.rawValue: .video
    case ..<AV_CODEC_ID_FIRST_SUBTITLE.rawValue: .audio
    case ..<AV_CODEC_ID_FIRST_UNKNOWN.rawValue: .subtitle
    default: nil
    }
  }

  /// The names of profiles by the codings' own numbers; `nil` for codings that require the library.
  var profileNames: [Int32: String]? { Self.profileNames[self] }

  static let profileNames: [CodecID: [Int32: String]] = [
    .h264: [
      44: "CAVLC 4:4:4", 66: "Baseline", 66 | constrained: "Constrained Baseline", 77: "Main", 88: "Extended",
      100: "High", 110: "High 10", 110 | intra: "High 10 Intra", 118: "Multiview High", 122: "High 4:2:2",
      122 | intra: "High 4:2:2 Intra", 128: "Stereo High", 144: "High 4:4:4", 244: "High 4:4:4 Predictive",
      244 | intra: "High 4:4:4 Intra",
    ],
    .hevc: [1: "Main", 2: "Main 10", 3: "Main Still Picture", 4: "Rext"],
    .av1: [0: "Main", 1: "High", 2: "Professional"],
    .vp9: [0: "Profile 0", 1: "Profile 1", 2: "Profile 2", 3: "Profile 3"],
    .prores: [0: "Proxy", 1: "LT", 2: "Standard", 3: "HQ", 4: "4444", 5: "XQ"],
    .aac: [0: "Main", 1: "LC", 2: "SSR", 3: "LTP", 4: "HE-AAC", 22: "LD", 28: "HE-AACv2", 38: "ELD"],
  ]

  /// The library's marks in the profiles of H.264 for `constraint_set1_flag` and `constraint_set3_flag`.
  private static let (constrained, intra): (Int32, Int32) = (1 << 9, 1 << 11)
}
