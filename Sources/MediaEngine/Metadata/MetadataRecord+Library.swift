import CoreMedia

/// Metadata of the containers that libavformat reads: it has names of its own, which stand for the same in each.
extension MetadataRecord {
  /// The texts as ID3's frames for MPEG audio, and under common keys for every other container. Names without a key
  /// are left out.
  static func records(_ texts: [String: String], isID3: Bool) -> [MetadataRecord] {
    texts.sorted { $0.key < $1.key }.compactMap { name, text in
      guard let keys = keys[name.lowercased()] else { return nil }
      let identifier: MetadataIdentifier? =
        isID3
        ? MetadataIdentifier(keySpace: "org.id3", key: [UInt8](keys.frame.utf8))
        : keys.common.map { MetadataIdentifier(keySpace: "comn", key: [UInt8]($0.utf8)) }
      return identifier.map { MetadataRecord($0, dataType: MetadataDataType.utf8.rawValue, Array(text.utf8)) }
    }
  }

  /// By libavformat's generic names: the frame of ID3 2.4, and the common key.
  private static let keys: [String: (frame: String, common: String?)] = [
    "title": ("TIT2", "title"), "artist": ("TPE1", "artist"), "album": ("TALB", "albumName"),
    "album_artist": ("TPE2", "contributor"), "composer": ("TCOM", "creator"), "date": ("TDRC", "creationDate"),
    "genre": ("TCON", "type"), "copyright": ("TCOP", "copyrights"), "publisher": ("TPUB", "publisher"),
    "comment": ("COMM", "description"), "encoder": ("TSSE", "software"), "language": ("TLAN", "language"),
    "track": ("TRCK", nil), "disc": ("TPOS", nil), "lyrics": ("USLT", nil),
  ]
}
