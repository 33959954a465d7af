/// What is written as one word or number, for an option and in a file of settings alike.
protocol SettingValue: Sendable {
  /// - Returns: nil for what is no such value.
  init?(argument: String)

  /// As it is written.
  var spelling: JSON { get }
}

extension SettingValue where Self: RawRepresentable<String> {
  init?(argument: String) { self.init(rawValue: argument) }
  var spelling: JSON { JSON(rawValue) }
}

extension VideoChoice.Codec: SettingValue {}
extension VideoChoice.Speed: SettingValue {}
extension VideoChoice.Parallelism: SettingValue {}
extension VideoChoice.Profile: SettingValue {}
extension VideoChoice.PixelFormat: SettingValue {}
extension AudioChoice.Codec: SettingValue {}
extension PCMForm: SettingValue {}
extension TrackKind: SettingValue {}
extension Container: SettingValue {}

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

extension BitRate: SettingValue {
  var spelling: JSON { JSON(DecimalUnit.text(Int64(bitsPerSecond), upTo: .mega)) }
}

extension ByteCount: SettingValue {
  var spelling: JSON { JSON(DecimalUnit.text(bytes, upTo: .giga)) }
}

extension FrameRate: SettingValue {
  var spelling: JSON {
    frameDuration.value == 1
      ? JSON(String(frameDuration.scale)) : JSON("\(frameDuration.scale)/\(frameDuration.value)")
  }
}

extension PictureSize: SettingValue {
  var spelling: JSON { JSON("\(width)x\(height)") }
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
