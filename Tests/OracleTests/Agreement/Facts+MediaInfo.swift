import Foundation

extension Facts {
  /// What `mediainfo --Output=JSON` says of a file.
  init(mediainfo document: Document) {
    var positions: [String: Int] = [:]
    for part in document["media"]["track"].list {
      switch part["@type"].text {
      case "General": addFile(part)
      case "Video"?, "Audio"?:
        let kind = (part["@type"].text ?? "").lowercased()
        positions[kind, default: 0] += 1
        add(part, "\(kind) \(positions[kind] ?? 0)")
      default: break
      }
    }
  }

  private mutating func addFile(_ part: Document) {
    add("duration", part["Duration"].number, within: 0.0011)
    add(date: "created", part["Encoded_Date"].text)
    add("title", part["Title"].text)
    add("artist", part["Performer"].text)
    add("album", part["Album"].text)
    add("genre", part["Genre"].text)
    add("composer", part["Composer"].text)
    add("copyright", part["Copyright"].text)
    let extra = part["extra"]
    add("location", extra["com_apple_quicktime_location_ISO6709"].text ?? extra["xyz"].text)
    add("make", extra["com_apple_quicktime_make"].text)
    add("model", extra["com_apple_quicktime_model"].text)
  }

  private mutating func add(_ part: Document, _ name: String) {
    add("\(name) codec", part["Format"].text.map(Self.codec))
    add("\(name) duration", part["Duration"].number, within: 0.0011)
    add("\(name) language", part["Language"].text.map(Coding.language))
    add("\(name) sample rate", part["SamplingRate"].number)
    add("\(name) channels", part["Channels"].number)
    add("\(name) layout", part["ChannelLayout"].text.flatMap { Self.layouts[$0] })
    add("\(name) width", part["Width"].number)
    add("\(name) height", part["Height"].number)
    add("\(name) pixel aspect", part["PixelAspectRatio"].number, within: 0.0011)
    add("\(name) rotation", part["Rotation"].number)
    if name.hasPrefix("video") {
      add("\(name) rate", part["FrameRate"].number, within: 0.0011)
      add("\(name) samples", part["FrameCount"].number)
    }
    add("\(name) primaries", part["colour_primaries"].text.map { Self.primaries[$0] ?? $0 })
    add("\(name) transfer", part["transfer_characteristics"].text.map { Self.transfers[$0] ?? $0 })
    add("\(name) matrix", part["matrix_coefficients"].text.map { Self.matrices[$0] ?? $0 })
    add("\(name) full range", part["colour_range"].text.map { "\($0 == "Full")" })
    add("\(name) max_cll", part["MaxCLL"].text.flatMap(Self.leadingNumber))
    add("\(name) max_fall", part["MaxFALL"].text.flatMap(Self.leadingNumber))
  }

  private static func leadingNumber(_ text: String) -> Double? {
    text.split(separator: " ").first.flatMap { Double($0) }
  }

  private static func codec(_ format: String) -> String {
    [
      "AVC": "h264", "HEVC": "hevc", "AV1": "av1", "VP9": "vp9", "VP8": "vp8",
      "MPEG-4 Visual": "mpeg4",
      "H.263": "h263", "JPEG": "mjpeg", "ProRes": "prores", "AAC": "aac", "MPEG Audio": "mp3",
      "AC-3": "ac3",
      "E-AC-3": "eac3", "FLAC": "flac", "ALAC": "alac", "Opus": "opus", "Vorbis": "vorbis",
      "AMR": "amr", "ADPCM": "adpcm", "vp09": "vp9",
      "PCM": "pcm", "ipcm": "pcm", "MPEG Video": "mpeg2video", "Sorenson Spark": "flv1",
    ][format] ?? format
  }

  private static let layouts = [
    "C": "mono", "M": "mono", "L R": "stereo", "C L R Ls Rs LFE": "5.1", "L R C LFE Ls Rs": "5.1",
    "C L R Ls Rs Lrs Rrs LFE": "7.1",
  ]
  private static let primaries = [
    "BT.709": "bt709", "BT.601 NTSC": "smpte170m", "BT.601 PAL": "bt470bg", "BT.2020": "bt2020",
    "Display P3": "smpte432", "DCI P3": "smpte431",
  ]
  private static let transfers = [
    "BT.709": "bt709", "BT.601": "bt709", "PQ": "smpte2084", "HLG": "arib-std-b67",
    "sRGB/sYCC": "iec61966-2-1", "xvYCC": "iec61966-2-4",
    "BT.2020 (10-bit)": "bt2020", "BT.2020 (12-bit)": "bt2020",
  ]
  private static let matrices = [
    "BT.709": "bt709", "BT.601": "bt601", "BT.470 System B/G": "bt601",
    "BT.2020 non-constant": "bt2020nc",
    "Identity": "gbr",
  ]
}
