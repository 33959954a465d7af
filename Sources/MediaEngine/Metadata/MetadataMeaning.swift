package import CoreMedia

/// The meaning of a metadata item in every key space: a row of the table by which metadata is converted from one
/// container to another, and by which common keys are found.
package struct MetadataMeaning: Sendable {
  /// The form of a value that key spaces write in different ways.
  package enum Form: Sendable {
    case text
    /// A whole number: digits, or bytes in iTunes' items.
    case number
    /// A number with a total, such as a track of an album: `3/12`, bytes in iTunes' items, or otherwise two fields.
    case place
    /// A date in ISO 8601, as much of it as is known from the left; ID3 only has UTC.
    case date
    case picture
  }

  /// The name in English.
  package let name: String
  /// Apple's common key.
  package let commonKey: String?
  package let form: Form
  /// The fields that it is written to, one for each key space: the first that the key space has.
  package let identifiers: [MetadataIdentifier]
  /// The fields that it is read from as well.
  package let synonyms: [MetadataIdentifier]
  /// The fields with the total of a number.
  package let totals: [MetadataIdentifier]
  /// The name to use if the container has no field for it, and accepts names of any kind.
  package let freeName: String

  /// - Parameters:
  ///   - identifiers: the fields in their written form.
  ///   - freeName: the free name; by default its key in QuickTime metadata, which other programs write too, or else the
  ///     name.
  init(
    _ name: String, common commonKey: String? = nil, form: Form = .text, _ identifiers: [String],
    reads synonyms: [String] = [], totals: [String] = [], free freeName: String? = nil
  ) {
    self.name = name
    self.commonKey = commonKey
    self.form = form
    self.identifiers = identifiers.compactMap { MetadataIdentifier($0) }
    self.synonyms = synonyms.compactMap { MetadataIdentifier($0) }
    self.totals = totals.compactMap { MetadataIdentifier($0) }
    let quickTime = self.identifiers.first { $0.keySpace == MetadataRecord.KeySpace.quickTimeMetadata }
    self.freeName = freeName ?? quickTime?.keyText ?? name.replacing(" ", with: "_")
  }
}

extension MetadataMeaning {
  package static let all = works + people + recordings + programmes

  /// Returns the meaning of an identifier; `nil` for one that is in no row. Fields that only contain a total are not
  /// found.
  package static func of(_ identifier: MetadataIdentifier) -> MetadataMeaning? {
    if let index = byIdentifier[identifier] { return all[index] }
    // Other programs use names of their own as keys.
    guard identifier.keySpace == MetadataRecord.KeySpace.quickTimeMetadata else { return nil }
    return identifier.keyText.flatMap(named)
  }

  /// Returns the meanings that a common key stands for, the closest one first.
  package static func withCommonKey(_ key: String) -> [MetadataMeaning] { all.filter { $0.commonKey == key } }

  /// Returns the meaning with a free name, ignoring case.
  static func named(_ freeName: String) -> MetadataMeaning? { byFreeName[freeName.lowercased()].map { all[$0] } }

  /// Returns the identifier for a common name, ignoring case, spaces and punctuation: a common key, the name of a row
  /// (`album artist`), its free name (`track`), or its field in Vorbis comments (`ALBUMARTIST`).
  ///
  /// - Returns: An identifier whose value is text; `nil` for an unknown name, and for pictures.
  package static func identifier(named name: String) -> MetadataIdentifier? {
    guard let index = byPlainName[plain(name)] else { return nil }
    let meaning = all[index]
    if let key = meaning.commonKey, withCommonKey(key).first?.name == meaning.name {
      return MetadataIdentifier("common/\(key)")
    }
    return meaning.identifiers.first { $0.keySpace == MetadataRecord.KeySpace.vorbisComment }
      ?? meaning.identifiers.first
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Returns the meaning whose total a field contains.
  static func counted(by identifier: MetadataIdentifier) -> MetadataMeaning? {
    all.first { $0.totals.contains(identifier) }
  }

  private static let byIdentifier = Dictionary(
    all.enumerated().flatMap { index, meaning in (meaning.identifiers + meaning.synonyms).map { ($0, index) } },
    uniquingKeysWith: { first, _ in first })

  private static let byPlainName = Dictionary(
    all.enumerated().filter { $1.form != .picture }.flatMap { index, meaning in
      let vorbis = meaning.identifiers.first { $0.keySpace == MetadataRecord.KeySpace.vorbisComment }?.keyText
      return [meaning.commonKey, meaning.name, meaning.freeName, vorbis].compactMap { $0 }.map { (plain($0), index) }
    }, uniquingKeysWith: { first, _ in first })

  private static let byFreeName = Dictionary(
    all.enumerated().map { ($1.freeName.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
}
