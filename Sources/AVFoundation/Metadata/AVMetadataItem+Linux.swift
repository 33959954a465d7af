import CoreMedia
import MediaEngine

extension AVMetadataIdentifier {
  /// The identifier for a name that people use, such as `album artist`, `track` or `creationDate`, in capitals or small
  /// letters. It is `nil` for a name that names nothing.
  package init?(named name: String) {
    guard let identifier = MetadataMeaning.identifier(named: name) else { return nil }
    self.init(identifier.written)
  }
}

extension AVMetadataItem {
  /// Creates an item from a text of a user, with the type of value that the identifier has: some values of iTunes are
  /// numbers, for example. Returns `nil` if the text is no valid value of the identifier.
  package convenience init?(_ text: String, for identifier: AVMetadataIdentifier) {
    guard let parsed = MetadataIdentifier(identifier.rawValue), let record = MetadataRecord(parsed, text: text) else {
      return nil
    }
    self.init(record)
  }
}

/// The meaning and the text of an item, whichever key space it is of (<doc:Metadata>).
extension AVMetadataItem {
  /// The meaning of the item: the name of its row in the table, such as `album artist`, or else the name that its
  /// writer gave it in a free field, in small letters. It is `nil` for an item with neither.
  public var meaning: String? {
    guard let identifier = identifier.flatMap({ MetadataIdentifier($0.rawValue) }) else { return nil }
    var record = MetadataRecord(identifier, dataType: MetadataDataType.rawData.rawValue, [])
    record.attributes[.info] = extraAttributes?[.info] as? String
    return record.meaning
  }

  /// The value of the item as text, also where iTunes' items have it as bytes: `3/12` for a track number, a genre's
  /// name. It is `nil` for pictures and other bytes.
  public var plainText: String? { stringValue ?? MetadataRecord(self)?.plainText }
}
