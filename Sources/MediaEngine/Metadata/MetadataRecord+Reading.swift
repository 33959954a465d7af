import CoreMedia
import Foundation
import MediaSupport
import MovieFile

/// Metadata as movie files have it.
extension MetadataRecord {
  /// Returns the record of an XMP packet, under QuickTime's name for it.
  static func record(xmp packet: [UInt8]) -> MetadataRecord {
    MetadataRecord(
      MetadataIdentifier(keySpace: KeySpace.quickTimeUserData, code: XMPPacket.userDataType),
      dataType: MetadataDataType.rawData.rawValue, packet)
  }

  /// Returns the records of the user data and the metadata of a movie or a track, in the file's order.
  static func records(userData: OpaqueBox?, metadata: OpaqueBox?) -> [MetadataRecord] {
    var records = metadata.map(KeyedMetadata.items)?.flatMap(records(of:)) ?? []
    guard let userData = userData.map(UserData.init) else { return records }
    records += userData.keyed.flatMap(records(of:))
    for text in userData.texts {
      for version in text.texts {
        records.append(
          MetadataRecord(
            MetadataIdentifier(keySpace: KeySpace.quickTimeUserData, code: text.type),
            dataType: MetadataDataType.utf8.rawValue, Array(version.text.utf8), languageTag: version.language.tag))
      }
    }
    for text in userData.iso {
      records.append(
        MetadataRecord(
          MetadataIdentifier(keySpace: KeySpace.isoUserData, code: text.type), dataType: MetadataDataType.utf8.rawValue,
          Array(text.text.utf8), languageTag: text.language.tag))
    }
    for location in userData.locations {
      var record = MetadataRecord(
        MetadataIdentifier(keySpace: KeySpace.isoUserData, key: Array("loci".utf8)),
        dataType: MetadataDataType.utf8.rawValue, Array(location.iso6709.utf8), languageTag: location.language.tag)
      if !location.name.isEmpty { record.attributes[.info] = location.name }
      records.append(record)
    }
    for year in userData.years {
      records.append(
        MetadataRecord(
          MetadataIdentifier(keySpace: KeySpace.isoUserData, key: Array("yrrc".utf8)),
          dataType: MetadataDataType.unsigned16.rawValue, [UInt8(year.year >> 8), UInt8(year.year & 0xFF)]))
    }
    for tag in userData.tags {
      records.append(
        MetadataRecord(
          MetadataIdentifier(keySpace: KeySpace.quickTimeUserData, key: Array("tagc".utf8)),
          dataType: MetadataDataType.utf8.rawValue, Array(tag.utf8)))
    }
    for box in userData.unknown {
      records.append(
        MetadataRecord(
          MetadataIdentifier(keySpace: KeySpace.quickTimeUserData, code: box.type),
          dataType: MetadataDataType.rawData.rawValue, box.payload))
    }
    return records + userData.iTunes.flatMap(records(of:))
  }

  private static func records(of item: KeyedMetadataItem) -> [MetadataRecord] {
    let identifier: MetadataIdentifier = MetadataIdentifier(keySpace: "\(item.namespace)", key: [UInt8](item.key.utf8))
    return item.values.map { value in
      MetadataRecord(
        identifier, dataType: value.kind.rawValue, value.bytes,
        languageTag: Language(rawValue: UInt16(truncatingIfNeeded: value.locale)).tag)
    }
  }

  private static func records(of item: ITunesItem) -> [MetadataRecord] {
    let identifier: MetadataIdentifier =
      switch item.key {
      case .code(let code): MetadataIdentifier(keySpace: KeySpace.iTunes, code: code)
      case .freeform(let mean, let name):
        MetadataIdentifier(keySpace: KeySpace.iTunesFreeform, key: [UInt8]("\(mean).\(name)".utf8))
      }
    return item.values.map { MetadataRecord(identifier, dataType: $0.kind.rawValue, $0.bytes) }
  }
}

extension MetadataIdentifier {
  fileprivate init(keySpace: String, code: FourCC) {
    let key: [UInt8] = (0..<4).map { UInt8(truncatingIfNeeded: code.rawValue >> (24 - 8 * $0)) }
    self.init(keySpace: keySpace, key: key)
  }
}

extension Language {
  /// The language as a BCP 47 tag, with two letters if such a code exists. It is `nil` for an undetermined language,
  /// and for 0, which means every language in metadata and English in old user data.
  var tag: String? {
    guard rawValue != 0, let code, code != "und" else { return nil }
    return ISO639.tag(code)
  }

  /// Makes the language at the beginning of a BCP 47 tag; undetermined if it has no code of three letters.
  init(tag: String?) {
    let primary = tag?.split(separator: "-").first.map(String.init)
    let code = primary.flatMap { Locale.LanguageCode($0).identifier(.alpha3) ?? $0 }
    self = code.flatMap { Language($0) } ?? .undetermined
  }
}
