import CoreMedia

extension AVMetadataItem {
  /// Returns the identifier of a key in a key space. It is `nil` for a key of a type that the key space does not have.
  ///
  /// - Parameter key: a string, an `AVMetadataKey`, the four characters of a QuickTime key as a number, or bytes.
  public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
    let key = (key as? AVMetadataKey)?.rawValue ?? key
    return MetadataIdentifier(keySpace: keySpace.rawValue, key: key).map { AVMetadataIdentifier($0.written) }
  }

  /// Returns the key of an identifier, a string as the constants of `AVMetadataKey` have it. It is `nil` for a text
  /// that is no identifier.
  public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
    MetadataIdentifier(identifier.rawValue)?.keyText
  }

  /// Returns the key space of an identifier. It is `nil` for a text that is no identifier.
  public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
    MetadataIdentifier(identifier.rawValue).map { AVMetadataKeySpace($0.keySpace) }
  }
}
