import CoreMedia
import MediaInterop
import MediaTags

/// Metadata of the containers that libavformat reads, under names that mean the same in each.
extension MetadataRecord {
  /// Returns the records of the tags, or libavformat's if no tags are read. libavformat also reads the tags between the
  /// frames of bare AAC, which apply to the whole stream.
  static func records(_ tags: FileTags?, and probe: Probe) -> [MetadataRecord] {
    guard let tags else { return records(probe.metadata) }
    let said = records(tags)
    guard probe.traits.isADTS else { return said }
    return said + records(probe.metadata).filter { record in !said.contains { $0.bytes == record.bytes } }
  }

  /// Returns the texts under common keys. Names without a key are left out.
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
    "comment": "description", "description": "description", "encoder": "software", "language": "language",
    "creation_time": "creationDate",
  ]
}
