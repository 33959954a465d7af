import CoreMedia
import MediaSupport
import MovieFile

/// Metadata in the boxes of a movie file. Pure: the same records give the same boxes.
struct MovieMetadata {
  /// The `meta` box of key-value metadata.
  private(set) var keyed: OpaqueBox?
  /// The children of `udta`.
  private(set) var userData: [OpaqueBox] = []
  private(set) var iTunesItems: [OpaqueBox] = []

  /// - Parameter records: the records that `ContainerFormat.writes(_:)` accepts; others are left out.
  init(_ records: [MetadataRecord], in format: FileFormat) {
    var keyed: [KeyedMetadataItem] = []
    var texts: [UserDataText] = []
    var items: [ITunesItem] = []
    for record in records {
      switch record.identifier.keySpace {
      case MetadataRecord.KeySpace.quickTimeMetadata: Self.add(record, to: &keyed)
      case MetadataRecord.KeySpace.quickTimeUserData: Self.add(record, to: &texts, others: &userData)
      case MetadataRecord.KeySpace.isoUserData: if let box = Self.isoBox(record) { userData.append(box) }
      case MetadataRecord.KeySpace.iTunes, MetadataRecord.KeySpace.iTunesFreeform: Self.add(record, to: &items)
      default: break
      }
    }
    self.keyed = KeyedMetadata.box(keyed, in: format)
    userData = texts.map(\.box) + userData
    iTunesItems = items.map(\.box)
  }

  /// Returns whether a record of one of the container's key spaces can be written to the boxes.
  static func writes(_ identifier: MetadataIdentifier) -> Bool {
    guard identifier.keySpace == MetadataRecord.KeySpace.isoUserData else { return true }
    return identifier.code.map { ISOUserData.types.contains($0) || ["loci", "yrrc"].contains($0) } ?? false
  }

  /// Adds a record. Values of one key for different languages are one item.
  private static func add(_ record: MetadataRecord, to items: inout [KeyedMetadataItem]) {
    let key = String(decoding: record.identifier.key, as: UTF8.self)
    let locale = record.languageTag.map { UInt32(Language(tag: $0).rawValue) } ?? 0
    let value = MetadataValue(.init(rawValue: record.dataType), record.bytes, locale: locale)
    if locale != 0, let index = items.firstIndex(where: { $0.key == key }) {
      items[index].values.append(value)
    } else {
      items.append(KeyedMetadataItem(key: key, values: [value]))
    }
  }

  private static func add(_ record: MetadataRecord, to texts: inout [UserDataText], others: inout [OpaqueBox]) {
    guard let type = record.identifier.code else { return }
    guard UserDataText.isType(type), let text = record.text else {
      return others.append(OpaqueBox(type, record.bytes))
    }
    let version = UserDataText.Text(text, Language(tag: record.languageTag))
    if let index = texts.firstIndex(where: { $0.type == type }) {
      texts[index].texts.append(version)
    } else {
      texts.append(UserDataText(type, [version]))
    }
  }

  private static func isoBox(_ record: MetadataRecord) -> OpaqueBox? {
    guard let type = record.identifier.code else { return nil }
    guard let text = record.text else { return OpaqueBox(type, record.bytes) }
    let language = Language(tag: record.languageTag)
    switch type {
    case "loci":
      return LocationInformation(iso6709: text, name: record.attributes[.info] ?? "", language: language)?.box
    case "yrrc": return UInt16(text).map { RecordingYear($0).box }
    default: return ISOUserData.types.contains(type) ? ISOUserData(type, text, language: language).box : nil
    }
  }

  /// Adds a record. Several pictures are values of one item; every other record is an item of its own.
  private static func add(_ record: MetadataRecord, to items: inout [ITunesItem]) {
    let value = MetadataValue(.init(rawValue: record.dataType), record.bytes)
    guard record.identifier.keySpace == MetadataRecord.KeySpace.iTunes else {
      let key = String(decoding: record.identifier.key, as: UTF8.self)
      // The owner is a reverse domain name, and the name usually has no full stop.
      guard let stop = key.lastIndex(of: ".") else { return }
      let freeform = ITunesItem.Key.freeform(mean: String(key[..<stop]), name: String(key[key.index(after: stop)...]))
      return items.append(ITunesItem(freeform, [value]))
    }
    guard let code = record.identifier.code else { return }
    if code == "covr", let index = items.firstIndex(where: { $0.key == .code(code) }) {
      items[index].values.append(value)
    } else {
      items.append(ITunesItem(.code(code), [value]))
    }
  }
}

extension MetadataIdentifier {
  /// The key's four characters; `nil` for a key of another length.
  fileprivate var code: FourCC? { key.count == 4 ? FourCC(rawValue: UInt32(fourCharacters: key)) : nil }
}

extension MetadataRecord {
  fileprivate var text: String? { MetadataValue(.init(rawValue: dataType), bytes).text }
}
