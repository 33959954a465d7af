import CoreMedia
import MediaInterop

/// Metadata as libavformat takes it: texts by its names, and pictures beside them.
///
/// Names are those of the container's own key space, which libavformat writes as they are, but for the few that it
/// has a place of its own for.
struct LibraryTags {
  /// In the order of the records; a name may come several times.
  var texts: [(name: String, text: String)] = []
  var pictures: [CoverPicture] = []

  /// - Parameter names: libavformat's names by the container's, where it knows only its own.
  init(_ records: [MetadataRecord], names: [String: String] = [:]) {
    for record in records {
      if record.isPicture {
        if let picture = CoverPicture(record.bytes) { pictures.append(picture) }
      } else if let name = Self.name(of: record.identifier), let text = String(validating: record.bytes, as: UTF8.self)
      {
        texts.append((names[name] ?? name, text))
      }
    }
  }

  /// `nil` for what is no text of the media: pictures, what tells of a file's making, a key space that is none of
  /// libavformat's containers'.
  private static func name(of identifier: MetadataIdentifier) -> String? {
    let key = String(decoding: identifier.key, as: UTF8.self)
    switch identifier.keySpace {
    case MetadataRecord.KeySpace.vorbisComment: return key
    // Tags are in capitals; of the elements only these two are texts of the media.
    case MetadataRecord.KeySpace.matroska:
      if key == "Title" || key == "Name" { return "title" }
      return key == key.uppercased() && key != "DURATION" && !key.hasPrefix("_STATISTICS") ? key : nil
    // Text frames; the comment is the one other frame that libavformat makes of a text.
    case MetadataRecord.KeySpace.id3:
      if key == "COMM" { return "comment" }
      return key.count == 4 && key.hasPrefix("T") ? key : nil
    case MetadataRecord.KeySpace.audioFile:
      let prefix = "info-"
      return key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
    default: return nil
    }
  }
}

extension MetadataRecord {
  /// Whether the value is a picture that libavformat attaches to a file.
  fileprivate var isPicture: Bool {
    let types: [MetadataDataType] = [.jpeg, .png]
    return types.contains { $0.rawValue == dataType }
  }
}
