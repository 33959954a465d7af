import CoreMedia
import MediaSupport

extension AVMediaType {
  /// The four characters of a Core Media type.
  init(_ type: CMFormatDescription.MediaType) {
    // This is called for every appended sample, and nearly all have one of these types.
    switch type {
    case .video: self = .video
    case .audio: self = .audio
    default: self.init(characters: type)
    }
  }

  private init(characters type: CMFormatDescription.MediaType) {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: type.rawValue >> (24 - 8 * $0)) }
    self.init(rawValue: String(decoding: bytes, as: UTF8.self))
  }
}

extension CMFormatDescription.MediaType {
  /// The Core Media type with an `AVMediaType`'s four characters.
  init(_ type: AVMediaType) {
    self.init(rawValue: UInt32(fourCharacters: type.rawValue.utf8.prefix(4)))
  }
}
