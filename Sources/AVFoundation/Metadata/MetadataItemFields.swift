import CoreMedia
import Foundation

/// The contents of a metadata item: the values behind its lock.
struct MetadataItemFields: @unchecked Sendable {
  // Sendable: the objects are copies that nobody changes.

  typealias Object = any NSCopying & NSObjectProtocol

  enum Value {
    case known(Object?)
    /// A value that the client is asked for when it is first needed.
    case deferred(DeferredMetadataValue)
  }

  private(set) var identifier: AVMetadataIdentifier?
  private(set) var key: Object?
  private(set) var keySpace: AVMetadataKeySpace?
  var locale: Locale?
  var extendedLanguageTag: String?
  var time = CMTime.invalid
  var duration = CMTime.invalid
  var startDate: Date?
  var dataType: String?
  var value = Value.known(nil)
  var extraAttributes: [AVMetadataExtraAttributeKey: Any]?

  /// Sets the identifier, from which the key and the key space follow.
  mutating func set(_ identifier: AVMetadataIdentifier?) {
    self.identifier = identifier
    let parsed = identifier.flatMap { MetadataIdentifier($0.rawValue) }
    keySpace = parsed.map { AVMetadataKeySpace($0.keySpace) }
    key = parsed?.keyText.map { NSString(string: $0) }
  }

  mutating func set(key: Object?) {
    self.key = key.flatMap(Self.copy)
    deriveIdentifier()
  }

  mutating func set(_ keySpace: AVMetadataKeySpace?) {
    self.keySpace = keySpace
    deriveIdentifier()
  }

  private mutating func deriveIdentifier() {
    guard let key, let keySpace else {
      identifier = nil
      return
    }
    identifier = AVMetadataItem.identifier(forKey: key, keySpace: keySpace)
  }

  /// A copy that nobody else changes, or `nil` for an object that copies itself to something that cannot be copied.
  static func copy(_ object: Object) -> Object? { object.copy(with: nil) as? Object }
}
