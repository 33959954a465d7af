package import CoreMedia

/// One fact of a file's or a track's metadata: what it means, and its value in bytes.
package struct MetadataRecord: Hashable, Sendable {
  package var identifier: MetadataIdentifier
  /// What the bytes are: a number of the QuickTime File Format's "Well-known types".
  package var dataType: UInt32
  package var bytes: [UInt8]
  /// The language of the value, BCP 47; `nil` where it has none.
  package var languageTag: String?

  package init(_ identifier: MetadataIdentifier, dataType: UInt32, _ bytes: [UInt8], languageTag: String? = nil) {
    self.identifier = identifier
    self.dataType = dataType
    self.bytes = bytes
    self.languageTag = languageTag
  }
}

extension MetadataRecord {
  /// Key spaces by the names that identifiers begin with.
  package enum KeySpace {
    package static let quickTimeMetadata = "mdta"
    package static let quickTimeUserData = "udta"
    package static let isoUserData = "uiso"
    package static let iTunes = "itsk"
    /// iTunes' freeform items, whose keys are who means them, a full stop, and their name.
    package static let iTunesFreeform = "itlk"
  }
}
