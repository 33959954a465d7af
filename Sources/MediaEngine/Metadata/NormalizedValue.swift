import CoreMedia
import Foundation
import MediaTags
import MovieFile

/// The value of a record, independent of its key space's notation.
enum NormalizedValue: Hashable {
  case text(String)
  /// A number and the total.
  case place(Int, of: Int?)
  case picture(MetadataDataType, [UInt8])

  /// Makes the value of a record; `nil` for bytes that do not have the form.
  init?(_ record: MetadataRecord, _ form: MetadataMeaning.Form) {
    let stored = MetadataValue(.init(rawValue: record.dataType), record.bytes)
    if form == .picture {
      guard let type = PictureSignature.type(of: record.bytes) else { return nil }
      self = .picture(type, record.bytes)
    } else if form == .place, let place = Self.place(record, stored) {
      self = place
    } else if record.identifier == Self.numberedGenre {
      guard let name = ID3Genre.name(record.bytes.reduce(0) { $0 << 8 | Int($1) } - 1) else { return nil }
      self = .text(name)
    } else if let text = stored.text {
      self = .text(form == .date ? Self.date(text, in: record.identifier.keySpace) : text)
    } else if let number = stored.integer {
      self = .text("\(number)")
    } else if let number = stored.numbers, number.count == 1 {
      self = .text("\(number[0])")
    } else {
      return nil
    }
  }

  /// The identifier of a genre by its number in ID3's list, from 1.
  private static let numberedGenre = MetadataIdentifier(
    keySpace: MetadataRecord.KeySpace.iTunes, key: [UInt8]("gnre".utf8))

  var text: String? {
    switch self {
    case .text(let text): text
    case .place(let number, let total): total.map { "\(number)/\($0)" } ?? "\(number)"
    case .picture: nil
    }
  }

  // MARK: Reading

  private static func place(_ record: MetadataRecord, _ stored: MetadataValue) -> NormalizedValue? {
    if record.dataType == MetadataDataType.rawData.rawValue, record.bytes.count >= 6 {
      func field(_ index: Int) -> Int { Int(record.bytes[index]) << 8 | Int(record.bytes[index + 1]) }
      return .place(field(2), of: field(4) > 0 ? field(4) : nil)
    }
    guard let parts = (stored.text ?? stored.integer.map(String.init))?.split(separator: "/"), parts.count <= 2 else {
      return nil
    }
    let numbers = parts.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    guard let number = numbers.first, numbers.count == parts.count else { return nil }
    return .place(number, of: numbers.count == 2 ? numbers[1] : nil)
  }

  /// Returns a date with its time zone: ID3's times are in UTC without a mark (ID3v2.4 structure, 4).
  private static func date(_ text: String, in keySpace: String) -> String {
    let hasTime = text.contains("T") && !text.hasSuffix("Z")
    return keySpace == MetadataRecord.KeySpace.id3 && hasTime ? text + "Z" : text
  }

  // MARK: Writing

  /// One field of a container, with its value.
  struct Field {
    var identifier: MetadataIdentifier
    var dataType = MetadataDataType.utf8.rawValue
    var bytes: [UInt8]
  }

  /// Returns the fields for this value. It is empty if the value cannot be written there.
  func fields(_ meaning: MetadataMeaning, at identifier: MetadataIdentifier) -> [Field] {
    let isITunes = identifier.keySpace == MetadataRecord.KeySpace.iTunes
    switch (self, meaning.form) {
    case (.picture(let type, let bytes), _):
      return [Field(identifier: identifier, dataType: type.rawValue, bytes: bytes)]
    case (.place(let number, let total), _) where isITunes:
      guard let number = UInt16(exactly: number), let total = UInt16(exactly: total ?? 0) else { return [] }
      let value = ITunesNumber(place: number, of: total, key: identifier.keyText ?? "")
      return [Field(identifier: identifier, dataType: value.type.rawValue, bytes: value.bytes)]
    case (.place(let number, let total?), _):
      guard let whole = meaning.totals.first(where: { $0.keySpace == identifier.keySpace }) else { break }
      return [(identifier, number), (whole, total)].map { Field(identifier: $0, bytes: Array("\($1)".utf8)) }
    case (.text(let text), .number) where isITunes:
      let number = Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
      guard let value = number.map({ ITunesNumber($0, key: identifier.keyText ?? "") }) else { return [] }
      return [Field(identifier: identifier, dataType: value.type.rawValue, bytes: value.bytes)]
    case (.text, .place) where isITunes: return []
    case (.text(let text), .date) where identifier.keySpace == MetadataRecord.KeySpace.id3:
      return [Field(identifier: identifier, bytes: Array(Self.greenwich(text).utf8))]
    default: break
    }
    return text.map { [Field(identifier: identifier, bytes: Array($0.utf8))] } ?? []
  }

  /// Returns a time with a zone converted to UTC; any other text unchanged.
  private static func greenwich(_ text: String) -> String {
    guard let time = text.firstIndex(of: "T"), text[time...].contains(where: { "Z+-".contains($0) }),
      let date = DateText(text).date
    else { return text }
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate, .withTime, .withColonSeparatorInTime]
    return formatter.string(from: date)
  }
}
