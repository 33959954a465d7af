import CoreMedia
import MediaEngine

extension AVMetadataIdentifier {
  /// The identifier for a name that people use, such as `album artist`, `track` or `creationDate`, in capitals or small
  /// letters; `nil` for a name of nothing.
  package init?(named name: String) {
    guard let identifier = MetadataMeaning.identifier(named: name) else { return nil }
    self.init(identifier.written)
  }
}

/// What an item says, whichever key space it is of (<doc:Metadata>).
extension AVMetadataItem {
  /// What it means: the name of its row in the table, such as `album artist`, else the name that its writer gave it in a
  /// free field, in small letters; `nil` for an item with neither.
  public var meaning: String? {
    guard let identifier = identifier.flatMap({ MetadataIdentifier($0.rawValue) }) else { return nil }
    var record = MetadataRecord(identifier, dataType: MetadataDataType.rawData.rawValue, [])
    record.attributes[.info] = extraAttributes?[.info] as? String
    return record.meaning
  }

  /// Its value as text, also of what iTunes' items have as bytes: `3/12` of a track number, a genre's name; `nil` for
  /// pictures and other bytes.
  public var plainText: String? { stringValue ?? MetadataRecord(self)?.plainText }
}
