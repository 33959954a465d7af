import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// Finds Core Media's code for a stream's coding.
enum StreamCodec {
  /// Returns the code of a stream of pictures.
  static func video(_ parameters: CodecParameters) -> FourCC {
    let name = parameters.codec.description
    if let code = videoCodes[name] { return code }
    let tag = FourCC(rawValue: parameters.tag.byteSwapped)
    switch name {
    case "prores": return proRes.contains(tag) ? tag : proResByProfile[Int(parameters.profile ?? -1)] ?? "apcn"
    case "dvvideo": return dv.contains(tag) ? tag : parameters.height == 576 ? "dvcp" : "dvc "
    case "rawvideo":
      let full = parameters.color.isFullRange ?? false
      return parameters.pixelFormat?.fourCC(isFullRange: full).map { FourCC(rawValue: $0) } ?? tag
    default: return fallback(parameters)
    }
  }

  /// Returns the code of a stream of sound that is no linear PCM.
  static func audio(_ parameters: CodecParameters) -> FourCC {
    if let code = audioCodes[parameters.codec.description] { return code }
    // RIFF's 16-bit numbers, as QuickTime wraps them.
    if parameters.tag > 0, parameters.tag <= 0xFFFF { return FourCC(rawValue: 0x6D73_0000 | parameters.tag) }
    return fallback(parameters)
  }

  /// Returns the code of subtitles, text and data.
  static func other(_ parameters: CodecParameters) -> FourCC {
    otherCodes[parameters.codec.description] ?? fallback(parameters)
  }

  /// Returns the container's own code, or else the start of libavcodec's name: no container takes it for another
  /// coding.
  private static func fallback(_ parameters: CodecParameters) -> FourCC {
    if parameters.tag != 0 { return FourCC(rawValue: parameters.tag.byteSwapped) }
    return FourCC(rawValue: UInt32(fourCharacters: (parameters.codec.description + "    ").utf8.prefix(4)))
  }

  /// The codes of AAC, which have one sample entry, `mp4a`: low complexity, HE-AAC, HE-AAC v2, the low-delay family,
  /// spatial, xHE-AAC.
  static let aac: [FourCC] = ["aac ", "aach", "aacp", "aacl", "aace", "aacf", "aacg", "aacs", "usac"]

  static let proRes: [FourCC] = ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x", "aprn", "aprh"]

  /// The codes of libavcodec's profiles, from Proxy to 4444 XQ.
  private static let proResByProfile: [Int: FourCC] = [
    0: "apco", 1: "apcs", 2: "apcn", 3: "apch", 4: "ap4h", 5: "ap4x",
  ]

  static let dv: Set<FourCC> = [
    "dvc ", "dvcp", "dvpp", "dv5n", "dv5p", "dvhp", "dvhq", "dvh2", "dvh3", "dvh5", "dvh6",
  ]

  /// The codes by libavcodec's names.
  static let videoCodes: [String: FourCC] = [
    "h264": "avc1", "hevc": "hvc1", "av1": "av01", "vp9": "vp09", "vp8": "vp08", "mpeg4": "mp4v",
    "mpeg2video": "mp2v", "mpeg1video": "mp1v", "h263": "h263", "mjpeg": "jpeg", "mjpegb": "mjpb", "png": "png ",
    "jpeg2000": "mjp2", "svq1": "SVQ1", "svq3": "SVQ3", "cinepak": "cvid", "qtrle": "rle ", "dnxhd": "AVdn",
    "cfhd": "CFHD", "ffv1": "FFV1", "v210": "v210", "v308": "v308", "v408": "v408", "v410": "v410", "theora": "theo",
    "flv1": "FLV1",
    "vp6f": "VP6F", "vc1": "vc-1", "wmv3": "WMV3",
  ]

  static let audioCodes: [String: FourCC] = [
    "aac": "aac ", "aac_latm": "latm", "mp3": ".mp3", "mp2": ".mp2", "mp1": ".mp1", "ac3": "ac-3", "eac3": "ec-3",
    "alac": "alac", "flac": "flac", "opus": "opus", "vorbis": "vorb", "pcm_mulaw": "ulaw", "pcm_alaw": "alaw",
    "adpcm_ima_qt": "ima4", "amr_nb": "samr", "amr_wb": "sawb", "dts": "dtsc", "truehd": "mlpa", "ilbc": "ilbc",
    "qdm2": "QDM2", "qdmc": "QDMC", "mace3": "MAC3", "mace6": "MAC6", "qcelp": "Qclp",
  ]

  static let otherCodes: [String: FourCC] = [
    "mov_text": "tx3g", "text": "text", "webvtt": "WVTT", "ttml": "stpp", "subrip": "srt ", "ass": "ass ",
    "eia_608": "c608", "timed_id3": "id3 ", "dvd_subtitle": "mp4s",
  ]
}
