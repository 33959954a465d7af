package import CoreMedia

extension MetadataRecord {
  /// The owner of nearly all freeform items.
  static let usualFreeformOwner = "com.apple.iTunes."
  /// The identifier of ID3's text under a name of the user's.
  static let userText = "TXXX"
  /// The identifier of that text in version 2.2, as keys have it.
  private static let oldUserText = "\0TXX"
  /// The start of the names of Core Audio's information dictionary in their key space.
  static let informationPrefix = "info-"

  /// A Boolean value that says whether the key space says no more of the record than the name that somebody gave it.
  var isFree: Bool {
    identifier.keySpace == KeySpace.id3 && [Self.userText, Self.oldUserText].contains(identifier.keyText)
  }

  /// Makes the record of a text that somebody gives, in the form that values of the identifier have: iTunes' numbers are
  /// bytes.
  ///
  /// - Returns: `nil` for a text that is no such value: any under a picture's identifier, and one that is no number under
  ///   that of a number of iTunes'.
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

  /// The meaning in any key space: the name of its row in the table, or else the name that somebody gave it, in small
  /// letters; `nil` where it has neither.
  package var meaning: String? { meanings.first?.name ?? freeName?.lowercased() }

  /// The value as text, also of numbers and genres that are bytes in their key space; `nil` for other bytes.
  package var plainText: String? { NormalizedValue(self, meanings.first?.form ?? .text)?.text }

  /// The rows of the table for this record, the closest one first.
  var meanings: [MetadataMeaning] {
    if identifier.keySpace == KeySpace.common {
      return identifier.keyText.map(MetadataMeaning.withCommonKey) ?? []
    }
    if let meaning = MetadataMeaning.of(identifier) { return [meaning] }
    return freeName.flatMap(MetadataMeaning.named).map { [$0] } ?? []
  }

  /// The name of a text that nobody but its writer defines; `nil` in key spaces where every field is defined.
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
