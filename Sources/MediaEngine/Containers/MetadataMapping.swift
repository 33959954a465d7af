package import CoreMedia
import MovieFile

/// Converts metadata of any key space for a container, by the table of meanings. Pure.
///
/// Records that the container can write unchanged are kept. All others are written to the container's own field with
/// the same meaning, or, without one, as user-defined text under the name of the meaning or the field. Pictures and
/// bytes have no such form, and pictures of a kind that the container cannot store are left out.
package struct MetadataMapping: Sendable {
  private let container: ContainerFormat

  package init(to container: ContainerFormat) { self.container = container }

  /// Returns the container's identifier for the meaning of an identifier; `nil` if it has none.
  package func identifier(for identifier: MetadataIdentifier) -> MetadataIdentifier? {
    var record = MetadataRecord(identifier, dataType: MetadataDataType.utf8.rawValue, [])
    // Every container that can store pictures can store these.
    if record.meanings.first?.form == .picture { record.dataType = MetadataDataType.jpeg.rawValue }
    return self.identifier(for: record)
  }

  /// Returns the container's identifier for a record, whatever its bytes; `nil` if it has none.
  package func identifier(for record: MetadataRecord) -> MetadataIdentifier? {
    if container.refusesPicture(record) { return nil }
    return container.writes(record) ? record.identifier : place(of: record)?.identifier
  }

  /// Returns the records under the container's own identifiers, in their order. Duplicates are left out, and so are
  /// records that the container cannot store.
  package func records(_ records: [MetadataRecord]) -> [MetadataRecord] {
    var written: [MetadataRecord] = []
    var known: Set<Statement> = []
    for record in records where !container.refusesPicture(record) {
      if container.writes(record) {
        known.insert(Statement(record))
        written.append(record)
      } else {
        written += converted(record, among: records).filter { known.insert(Statement($0)).inserted }
      }
    }
    return written
  }

  /// The statement of a record: two records with the same statement are duplicates.
  private struct Statement: Hashable {
    let identifier: MetadataIdentifier
    let info: String?
    let bytes: [UInt8]

    init(_ record: MetadataRecord) {
      identifier = record.identifier
      info = record.attributes[.info]
      bytes = record.bytes
    }
  }

  private func converted(_ record: MetadataRecord, among others: [MetadataRecord]) -> [MetadataRecord] {
    // A total is written together with the number that it belongs to.
    if let counted = MetadataMeaning.counted(by: record.identifier), Self.states(others, counted) { return [] }
    guard let place = place(of: record) else { return [] }
    guard let meaning = place.meaning else { return freely(record, under: place) }
    guard var value = NormalizedValue(record, meaning.form) else { return [] }
    if case .place(let number, nil) = value { value = .place(number, of: Self.total(of: meaning, in: others)) }
    let fields = value.fields(meaning, at: place.identifier)
    if fields.isEmpty { return freely(record, under: freePlace(meaning.freeName)) }
    return fields.map { field in
      var result = record
      (result.identifier, result.dataType, result.bytes) = (field.identifier, field.dataType, field.bytes)
      // A description beside the value is kept; if it was the value's name, the identifier now expresses it.
      if let info = place.info {
        result.attributes[.info] = info
      } else if record.isFree {
        result.attributes[.info] = nil
      }
      return result
    }
  }

  private func freely(_ record: MetadataRecord, under place: Place?) -> [MetadataRecord] {
    guard let place, let text = NormalizedValue(record, .text)?.text else { return [] }
    var result = record
    result.identifier = place.identifier
    result.dataType = MetadataDataType.utf8.rawValue
    result.bytes = Array(text.utf8)
    result.attributes[.info] = place.info
    return [result]
  }

  private static func states(_ records: [MetadataRecord], _ meaning: MetadataMeaning) -> Bool {
    records.contains { (meaning.identifiers + meaning.synonyms).contains($0.identifier) }
  }

  private static func total(of meaning: MetadataMeaning, in records: [MetadataRecord]) -> Int? {
    records.first { meaning.totals.contains($0.identifier) }.flatMap { NormalizedValue($0, .text)?.text }.flatMap {
      Int($0)
    }
  }
}

// MARK: Fields

extension MetadataMapping {
  /// A field of the container.
  private struct Place {
    var identifier: MetadataIdentifier
    /// The name beside the value, in key spaces whose free fields have one identifier.
    var info: String?
    /// The meaning of the field; `nil` for a record that is in no row of the table.
    var meaning: MetadataMeaning?
  }

  private func place(of record: MetadataRecord) -> Place? {
    let meanings = record.meanings
    for meaning in meanings {
      for keySpace in container.rules.keySpaces {
        let field = meaning.identifiers.first { $0.keySpace == keySpace }
        if let field, container.writes(field) { return Place(identifier: field, meaning: meaning) }
      }
    }
    if meanings.first?.form == .picture { return nil }
    guard let name = meanings.first?.freeName ?? record.freeName else { return nil }
    var place = freePlace(name)
    // User-defined numbers and dates are written in the same form as in other fields.
    place?.meaning = meanings.first
    return place
  }

  private func freePlace(_ name: String) -> Place? {
    typealias KeySpace = MetadataRecord.KeySpace
    let keySpaces = container.rules.keySpaces
    func place(_ keySpace: String, _ key: String, info: String? = nil) -> Place? {
      let identifier = MetadataIdentifier(keySpace: keySpace, key: [UInt8](key.utf8))
      return container.writes(identifier) ? Place(identifier: identifier, info: info) : nil
    }
    // The container's keys are reversed domain names; other names are written as iTunes' items.
    if name.contains("."), keySpaces.contains(KeySpace.quickTimeMetadata) {
      return place(KeySpace.quickTimeMetadata, name == name.uppercased() ? name.lowercased() : name)
    }
    for keySpace in keySpaces {
      switch keySpace {
      case KeySpace.iTunesFreeform: return place(keySpace, MetadataRecord.usualFreeformOwner + name)
      case KeySpace.id3: return place(keySpace, MetadataRecord.userText, info: name)
      case KeySpace.vorbisComment:
        // A name is ASCII without control characters and the sign that ends it (Vorbis I specification, 5.2.2).
        let isName = name.utf8.allSatisfy { (0x20...0x7D).contains($0) && $0 != UInt8(ascii: "=") }
        return isName ? place(keySpace, name.uppercased()) : nil
      case KeySpace.matroska: return place(keySpace, name.uppercased().replacing(" ", with: "_"))
      case KeySpace.audioFile: return place(keySpace, MetadataRecord.informationPrefix + name)
      default: continue
      }
    }
    return nil
  }
}
