/// A value that is written as one word or number, both for an option and in a file of settings.
protocol SettingValue: Sendable {
  /// - Returns: Nil for a text that is no such value.
  init?(argument: String)

  /// The value as it is written.
  var spelling: JSON { get }
}

extension SettingValue where Self: RawRepresentable<String> {
  init?(argument: String) { self.init(rawValue: argument) }
  var spelling: JSON { JSON(rawValue) }
}

extension VideoChoice.Codec: SettingValue {
  /// The other names of H.264 and HEVC, and ffmpeg's and HandBrake's names for encoders.
  private static let otherNames: [String: Self] = [
    "avc": .h264, "x264": .h264, "libx264": .h264, "h265": .hevc, "x265": .hevc, "libx265": .hevc,
    "libvpx-vp9": .vp9, "libsvtav1": .av1, "svt_av1": .av1, "prores_ks": .prores,
  ]

  /// Reads a codec's name in capitals or small letters: `hevc`, `H.265`, `libx265`.
  public init?(argument: String) {
    let name = argument.lowercased().filter { $0 != "." }
    guard let codec = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = codec
  }
}

extension AudioChoice.Codec: SettingValue {
  /// The names of encoders in ffmpeg.
  private static let otherNames: [String: Self] = ["libmp3lame": .mp3, "libopus": .opus]

  /// Reads a codec's name in capitals or small letters: `aac`, `MP3`, `libopus`.
  public init?(argument: String) {
    let name = argument.lowercased()
    guard let codec = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = codec
  }
}

extension String: SettingValue {
  /// - Returns: Nil for an empty text.
  init?(argument: String) {
    if argument.isEmpty { return nil }
    self = argument
  }

  var spelling: JSON { JSON(self) }
}

extension Int: SettingValue {
  init?(argument: String) { self.init(argument) }
  var spelling: JSON { JSON(self) }
}

extension Double: SettingValue {
  init?(argument: String) { self.init(argument) }
  var spelling: JSON { Int(exactly: self).map { JSON($0) } ?? JSON(self) }
}

extension Bool: SettingValue {
  init?(argument: String) { self.init(argument) }
  var spelling: JSON { JSON(self) }
}

extension FileChoice.Verification: SettingValue {
  /// Reads `true` and `false` as `tables` and `none`, and `full`.
  public init?(argument: String) {
    switch argument {
    case "true": self = .tables
    case "false": self = .none
    default:
      guard argument == Self.full.rawValue else { return nil }
      self = .full
    }
  }

  var spelling: JSON {
    switch self {
    case .none: JSON(false)
    case .tables: JSON(true)
    case .full: JSON(rawValue)
    }
  }
}

extension BitRate: SettingValue {
  var spelling: JSON { JSON(UnitPrefix.text(Int64(bitsPerSecond), prefixes: BitRate.prefixes)) }
}

extension ByteCount: SettingValue {
  var spelling: JSON { JSON(UnitPrefix.text(bytes, prefixes: UnitPrefix.decimal)) }
}

extension Decibels: SettingValue {
  var spelling: JSON { JSON("\(number)dB") }
}

extension FrameRate: SettingValue {
  var spelling: JSON {
    frameDuration.value == 1
      ? JSON(String(frameDuration.scale)) : JSON("\(frameDuration.scale)/\(frameDuration.value)")
  }
}

extension PictureExtent: SettingValue {
  var spelling: JSON {
    switch self {
    case .size(let size): JSON("\(size.width)x\(size.height)")
    case .lines(let lines): JSON("\(lines)p")
    }
  }
}

extension SpeedFactor: SettingValue {
  var spelling: JSON { JSON(text) }
}

extension AddedTracks: SettingValue {
  var spelling: JSON { JSON(text) }
}

extension TrackSelection: SettingValue {
  var spelling: JSON { JSON(terms.map(\.text).joined(separator: ",")) }
}

extension MetadataChoice.Item: SettingValue {
  init?(argument: String) { self.init(argument: argument[...]) }
  var spelling: JSON { JSON("\(key)=\(value)") }
}

extension Requirement: SettingValue {
  init?(argument: String) { self.init(argument) }
  var spelling: JSON { JSON(text) }
}

extension LanguageTag: SettingValue {
  var spelling: JSON { JSON(text) }
}

extension OfTrack: SettingValue where Value: SettingValue {
  init?(argument: String) { self.init(argument: argument, read: Value.init(argument:)) }

  var spelling: JSON {
    guard case .string(let text) = value.spelling else { return .null }
    return JSON("\(track):\(text)")
  }
}
