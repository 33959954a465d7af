import CoreMedia
import MediaEngine

/// The common keys for identifiers of other key spaces: a column of the engine's table of meanings.
enum CommonKeys {
  /// The common key of an identifier, or `nil` if there is none.
  static func key(of identifier: AVMetadataIdentifier) -> AVMetadataKey? {
    guard let parsed = MetadataIdentifier(identifier.rawValue) else { return nil }
    let key =
      parsed.keySpace == AVMetadataKeySpace.common.rawValue
      ? parsed.keyText : MetadataMeaning.of(parsed)?.commonKey
    return key.map { AVMetadataKey($0) }
  }
}
