import CoreMedia
import MediaEngine

/// The conversion of settings dictionaries for writing into the engine's encodings. No other code does this.
enum OutputSettings {
  /// - Parameter values: `nil` means passthrough (WI-03).
  /// - Throws: `SettingsProblem`.
  static func encoding(
    _ values: [String: Any]?, for mediaType: AVMediaType, hint: CMFormatDescription?
  ) throws -> TrackConfiguration.Encoding {
    guard let values else { return .copy }
    switch mediaType {
    case .video: return .video(try VideoOutputSettings(values, hint: hint).encoding)
    case .audio:
      if values[AVVideoCodecKey] != nil {
        throw SettingsProblem.misuse("video settings cannot be used for an audio input")
      }
      return .audio(try AudioOutputSettings(values, hint: hint).encoding)
    default:
      throw SettingsProblem.misuse(
        "only video and audio can be encoded; a \(mediaType.rawValue) input takes nil settings")
    }
  }
}
