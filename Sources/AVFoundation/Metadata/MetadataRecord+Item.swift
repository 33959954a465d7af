import CoreMedia
import Foundation
import MediaEngine

extension MetadataRecord {
  /// The record of an item, under its own identifier. It is `nil` for an item without an identifier, or without a value
  /// of its data type.
  init?(_ item: AVMetadataItem) {
    guard let identifier = item.identifier.flatMap({ MetadataIdentifier($0.rawValue) }),
      let (type, bytes) = Self.value(of: item, for: identifier)
    else { return nil }
    self.init(identifier, dataType: type.rawValue, bytes, languageTag: item.extendedLanguageTag)
    for (key, attribute) in Self.attributeKeys { attributes[attribute] = item.extraAttributes?[key] as? String }
  }

  /// The attributes by the keys that clients know them by. The value's address is not among them, since it is no value.
  private static let attributeKeys: [AVMetadataExtraAttributeKey: Attribute] = [
    .info: .info, .pictureType: .pictureKind, .dataType: .mediaType, .fileName: .fileName,
  ]

  private static func value(
    of item: AVMetadataItem, for identifier: MetadataIdentifier
  ) -> (MetadataDataType, [UInt8])? {
    guard let value = item.value else { return nil }
    let stated = item.dataType.flatMap { MetadataDataType(name: $0) }
    if identifier.keySpace == KeySpace.iTunes, let number = value as? NSNumber {
      let stored = ITunesNumber(number.int64Value, key: identifier.keyText ?? "")
      return (stored.type, stored.bytes)
    }
    // User data is text, whatever it is made from.
    if identifier.keySpace != KeySpace.quickTimeMetadata, !(value is NSData), let text = item.stringValue {
      return (.utf8, Array(text.utf8))
    }
    guard let data = item.dataValue else { return nil }
    let bytes = [UInt8](data)
    if value is NSData, stated == nil || stated == .rawData {
      return (PictureSignature.type(of: bytes) ?? .rawData, bytes)
    }
    return (stated ?? .rawData, bytes)
  }
}

extension MetadataMapping {
  /// Returns the records that the items become in the container.
  func records(_ items: [AVMetadataItem]) -> [MetadataRecord] { records(items.compactMap { MetadataRecord($0) }) }
}

extension AVMetadataItem {
  /// The item that a file's record stands for.
  convenience init(_ record: MetadataRecord) {
    var fields = MetadataItemFields()
    fields.set(AVMetadataIdentifier(record.identifier.written))
    fields.extendedLanguageTag = record.languageTag
    let data = Data(record.bytes)
    let type = MetadataDataType(rawValue: record.dataType)
    fields.dataType = (type ?? .rawData).name
    fields.value = .known(type.flatMap { MetadataItemValue.object(data, $0) } ?? NSData(data: data))
    fields.extraAttributes = Self.extraAttributes(record)
    self.init(fields)
  }

  /// Returns the attributes of a record by their keys. It is `nil` where there are none.
  private static func extraAttributes(_ record: MetadataRecord) -> [AVMetadataExtraAttributeKey: Any]? {
    var attributes: [AVMetadataExtraAttributeKey: Any] = [:]
    for (attribute, value) in record.attributes {
      switch attribute {
      case .info: attributes[.info] = value
      case .address: attributes[.valueURI] = value
      case .pictureKind: attributes[.pictureType] = value
      case .fileName: attributes[.fileName] = value
      case .mediaType:
        attributes[.dataType] = value
        attributes[.dataTypeNamespace] = "org.iana.media-type"
      }
    }
    return attributes.isEmpty ? nil : attributes
  }

  /// The same item under the common key with the same meaning, or `nil` if there is none.
  var asCommon: AVMetadataItem? {
    guard let key = commonKey else { return nil }
    var fields = fields
    fields.set(AVMetadataIdentifier("common/" + key.rawValue))
    return AVMetadataItem(fields)
  }
}

extension [AVMetadataItem] {
  /// Returns the items of one format of metadata.
  func items(for format: AVMetadataFormat) -> [AVMetadataItem] { filter { $0.format == format } }

  /// The formats of the items' metadata, in the order of the items.
  var formats: [AVMetadataFormat] {
    reduce(into: []) { formats, item in if !formats.contains(item.format) { formats.append(item.format) } }
  }
}

extension AVMetadataItem {
  /// The format in which a container stores items of the key space.
  fileprivate var format: AVMetadataFormat {
    switch keySpace {
    case .quickTimeMetadata: .quickTimeMetadata
    case .quickTimeUserData: .quickTimeUserData
    case .isoUserData: .isoUserData
    case .iTunes, AVMetadataKeySpace(MetadataRecord.KeySpace.iTunesFreeform): .iTunesMetadata
    case .id3: .id3Metadata
    case .vorbisComment: .vorbisComment
    default: .unknown
    }
  }
}

extension AVMetadataItem {
  /// The item as it is now, which later changes do not reach.
  var unchanging: AVMetadataItem { self is AVMutableMetadataItem ? AVMetadataItem(fields) : self }
}

extension AVMetadataItem {
  /// Returns the item with the time for which it holds.
  func during(_ range: CMTimeRange) -> AVMetadataItem {
    var fields = fields
    fields.time = range.start
    fields.duration = range.duration
    return AVMetadataItem(fields)
  }
}
