import Foundation

/// Names of codings and colours in one form for all programs: ffprobe's.
enum Coding {
  /// By the four characters that a file has.
  static func name(_ code: String) -> String {
    codes[code] ?? code.trimmingCharacters(in: .whitespaces)
  }

  private static let codes = [
    "avc1": "h264", "avc3": "h264", "dvav": "h264", "dva1": "h264", "hvc1": "hevc", "hev1": "hevc",
    "dvh1": "hevc",
    "dvhe": "hevc", "av01": "av1", "vp09": "vp9", "vp08": "vp8", "mp4v": "mpeg4", "s263": "h263",
    "h263": "h263",
    "H263": "h263", "jpeg": "mjpeg", "mjpa": "mjpeg", "apcn": "prores", "apco": "prores",
    "apcs": "prores",
    "apch": "prores", "ap4h": "prores", "ap4x": "prores", "aac ": "aac", "aach": "aac",
    "aacp": "aac", "mp4a": "aac",
    ".mp3": "mp3", ".mp2": "mp2", "ac-3": "ac3", "ec-3": "eac3", "fLaC": "flac", "Opus": "opus",
    "vorb": "vorbis",
    "samr": "amr", "sawb": "amr", "ima4": "adpcm", "0x6d730011": "adpcm", "lpcm": "pcm", "sowt": "pcm",
    "twos": "pcm",
    "in24": "pcm", "in32": "pcm", "fl32": "pcm", "fl64": "pcm", "raw ": "pcm", "ipcm": "pcm",
    "fpcm": "pcm",
    "FLV1": "flv1", "mp2v": "mpeg2video",
  ]

  /// Three letters of ISO 639-2/T from a tag.
  static func language(_ tag: String) -> String {
    let first = String(tag.split(separator: "-").first ?? "")
    return Locale.LanguageCode(first).identifier(.alpha3) ?? first
  }

  /// Where the surround speakers stand is not everybody's to say.
  static func layout(_ name: String) -> String {
    name.hasSuffix("(side)") ? String(name.dropLast(6)) : name
  }

  static func primaries(_ name: String) -> String {
    [
      "ITU_R_709_2": "bt709", "EBU_3213": "bt470bg", "SMPTE_C": "smpte170m", "P3_D65": "smpte432",
      "DCI_P3": "smpte431", "ITU_R_2020": "bt2020",
    ][name] ?? name
  }

  static func transfer(_ name: String) -> String {
    [
      "ITU_R_709_2": "bt709", "SMPTE_ST_2084_PQ": "smpte2084", "ITU_R_2100_HLG": "arib-std-b67",
      "ITU_R_2020": "bt2020", "IEC_sRGB": "iec61966-2-1",
      // Without a name of Apple's: its number is in the name.
      "TransferFunction#11": "iec61966-2-4", "SMPTE_240M_1995": "smpte240m",
      "Linear": "linear",
    ][name] ?? name
  }

  static func matrix(_ name: String) -> String {
    [
      "ITU_R_709_2": "bt709", "ITU_R_601_4": "bt601", "ITU_R_2020": "bt2020nc",
      "SMPTE_240M_1995": "smpte240m",
      "Identity": "gbr",
    ][name] ?? name
  }

  /// ffprobe has two names for each of two curves and matrices that are the same; Apple has one.
  static func unified(_ name: String) -> String {
    [
      "smpte170m": "bt601", "bt470bg": "bt601", "bt2020-10": "bt2020", "bt2020-12": "bt2020",
    ][name] ?? name
  }
}
