import CoreMedia

/// Metadata of the containers that libavformat reads: it has names of its own, which stand for the same in each.
extension MetadataRecord {
  /// The texts under common keys. Names without a key are left out.
  static func records(_ texts: [String: String]) -> [MetadataRecord] {
    texts.sorted { $0.key < $1.key }.compactMap { name, text in
      keys[name.lowercased()].map { key in
        MetadataRecord(
          MetadataIdentifier(keySpace: KeySpace.common, key: [UInt8](key.utf8)),
          dataType: MetadataDataType.utf8.rawValue, Array(text.utf8))
      }
    }
  }

  /// Common keys by libavformat's generic names.
  private static let keys = [
    "title": "title", "artist": "artist", "album": "albumName", "album_artist": "contributor", "composer": "creator",
    "date": "creationDate", "genre": "type", "copyright": "copyrights", "publisher": "publisher",
    "comment": "description", "encoder": "software", "language": "language", "creation_time": "creationDate",
  ]
}
