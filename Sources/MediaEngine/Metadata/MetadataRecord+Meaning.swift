package import CoreMedia

extension MetadataRecord {
  /// The owner of almost all freeform items.
  static let usualFreeformOwner = "com.apple.iTunes."
  /// The identifier of ID3's user-defined text.
  static let userText = "TXXX"
  /// The identifier of that text in version 2.2, in the form of keys.
  private static let oldUserText = "\0TXX"
  /// The prefix of the names of Core Audio's information dictionary in their key space.
  static let informationPrefix = "info-"

  /// A Boolean value that says whether the record's meaning is only given by a user-defined name.
  var isFree: Bool {
    identifier.keySpace == KeySpace.id3 && [Self.userText, Self.oldUserText].contains(identifier.keyText)
  }

  /// Makes the record of a text, in the form of the identifier's values: iTunes' numbers are bytes.
  ///
  /// - Returns: `nil` for a text that is no valid value: any text for a picture's identifier, and a text that is no
  ///   number for the identifier of an iTunes number.
  package init?(_ identifier: MetadataIdentifier, text: String) {
    self.init(identifier, dataType: MetadataDataType.utf8.rawValue, Array(text.utf8))
    let meaning = meanings.first
    if meaning?.form == .picture { return nil }
    guard identifier.keySpace == KeySpace.iTunes else { return }
    if let meaning, [.number, .place].contains(meaning.form) {
      guard let field = NormalizedValue(self, meaning.form)?.fields(meaning, at: identifier).first else { return nil }
      (dataType, bytes) = (field.dataType, field.bytes)
    } else if let key = identifier.keyText, ITunesNumber.isNumber(key) {
      guard let number = Int64(text).map({ ITunesNumber($0, key: key) }) else { return nil }
      (dataType, bytes) = (number.type.rawValue, number.bytes)
    }
  }

  /// The meaning in any key space: the name of its row in the table, or else its user-defined name in lower case; `nil`
  /// if it has neither.
  package var meaning: String? { meanings.first?.name ?? freeName?.lowercased() }

  /// The value as text, also for numbers and genres that are bytes in their key space; `nil` for other bytes.
  package var plainText: String? { NormalizedValue(self, meanings.first?.form ?? .text)?.text }

  /// The rows of the table for this record, the closest one first.
  var meanings: [MetadataMeaning] {
    if identifier.keySpace == KeySpace.common {
      return identifier.keyText.map(MetadataMeaning.withCommonKey) ?? []
    }
    if let meaning = MetadataMeaning.of(identifier) { return [meaning] }
    return freeName.flatMap(MetadataMeaning.named).map { [$0] } ?? []
  }

  /// The user-defined name of a text; `nil` in key spaces in which all fields are predefined.
  var freeName: String? {
    guard let key = identifier.keyText else { return nil }
    switch identifier.keySpace {
    case KeySpace.quickTimeMetadata, KeySpace.vorbisComment, KeySpace.matroska: return key
    case KeySpace.iTunesFreeform:
      return key.hasPrefix(Self.usualFreeformOwner) ? String(key.dropFirst(Self.usualFreeformOwner.count)) : key
    case KeySpace.id3: return isFree ? attributes[.info] : nil
    case KeySpace.audioFile:
      return key.hasPrefix(Self.informationPrefix) ? String(key.dropFirst(Self.informationPrefix.count)) : nil
    default: return nil
    }
  }
}
