package import CoreMedia

/// One fact of a file's or a track's metadata: its meaning, and its value in bytes.
package struct MetadataRecord: Hashable, Sendable {
  package var identifier: MetadataIdentifier
  /// The type of the bytes, as a number of the QuickTime File Format's "Well-known types".
  package var dataType: UInt32
  package var bytes: [UInt8]
  /// The language of the value as a BCP 47 tag; `nil` if it has none.
  package var languageTag: String?
  /// The attributes of the item besides its value.
  package var attributes: [Attribute: String] = [:]

  package init(_ identifier: MetadataIdentifier, dataType: UInt32, _ bytes: [UInt8], languageTag: String? = nil) {
    self.identifier = identifier
    self.dataType = dataType
    self.bytes = bytes
    self.languageTag = languageTag
  }

  package enum Attribute: Sendable {
    /// A text in addition to the value: a comment's description, a person's role, an owner.
    case info
    /// The value's media type.
    case mediaType
    /// The subject of a picture, in ID3's words.
    case pictureKind
    /// The name of the file whose content is the value.
    case fileName
    /// The address of the value, if the value itself is not included.
    case address
  }
}

extension MetadataRecord {
  /// The key spaces, by the names that begin identifiers.
  package enum KeySpace {
    package static let quickTimeMetadata = "mdta"
    package static let quickTimeUserData = "udta"
    package static let isoUserData = "uiso"
    package static let iTunes = "itsk"
    /// iTunes' freeform items, whose keys consist of the owner, a full stop, and the name.
    package static let iTunesFreeform = "itlk"
    package static let id3 = "org.id3"
    package static let common = "comn"
    package static let vorbisComment = "vorb"
    /// Core Audio's information dictionary.
    package static let audioFile = "caaf"
    package static let matroska = "org.matroska"
  }
}
