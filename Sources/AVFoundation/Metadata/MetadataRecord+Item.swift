import CoreMedia
import Foundation
import MediaEngine

extension MetadataRecord {
  /// What an item becomes in a file; `nil` for one that the container does not carry, or that has no value of its data
  /// type.
  ///
  /// An item of a key space that the container lacks is stored under the key of the container's own that says the same.
  init?(_ item: AVMetadataItem, in container: ContainerFormat) {
    guard let written = item.identifier, let identifier = Self.identifier(written, in: container) else { return nil }
    guard let (type, bytes) = Self.value(of: item, for: identifier) else { return nil }
    self.init(identifier, dataType: type.rawValue, bytes, languageTag: item.extendedLanguageTag)
    attributes[.info] = item.extraAttributes?[.info] as? String
  }

  /// The identifier by which a container stores what an identifier says; `nil` where it does not.
  static func identifier(
    _ identifier: AVMetadataIdentifier, in container: ContainerFormat
  ) -> MetadataIdentifier? {
    guard let parsed = MetadataIdentifier(identifier.rawValue) else { return nil }
    if CommonKeys.key(of: identifier) == .commonKeyArtwork, !container.rules.carriesPictures { return nil }
    if container.carries(keySpace: parsed.keySpace) { return parsed }
    guard let key = CommonKeys.key(of: identifier), let space = container.nativeKeySpace,
      let own = CommonKeys.identifier(of: key, in: AVMetadataKeySpace(space))
    else { return nil }
    return MetadataIdentifier(own.rawValue)
  }

  private static func value(
    of item: AVMetadataItem, for identifier: MetadataIdentifier
  ) -> (MetadataDataType, [UInt8])? {
    guard let value = item.value else { return nil }
    let stated = item.dataType.flatMap { MetadataDataType(name: $0) }
    if identifier.keySpace == KeySpace.iTunes, let number = value as? NSNumber {
      return iTunesNumber(number, key: identifier.keyText ?? "")
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

  /// Numbers of iTunes' items: each has as many bytes as iTunes gives it, else as few as hold it.
  private static func iTunesNumber(_ number: NSNumber, key: String) -> (MetadataDataType, [UInt8]) {
    let value = number.int64Value
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    switch key {
    // A track of an album, a disc of a set: the number and how many there are, here 0 for unknown.
    case "trkn": return (.rawData, [0, 0] + bytes(2) + [0, 0, 0, 0])
    case "disk": return (.rawData, [0, 0] + bytes(2) + [0, 0])
    // ID3's list of genres, from 1.
    case "gnre": return (.rawData, bytes(2))
    default: break
    }
    var width = iTunesWidths[key] ?? 1
    // What is left above the sign is all zeros or all ones where the number fits.
    while width < 8, ![0, -1].contains(value >> Int64(width * 8 - 1)) { width *= 2 }
    return (.signed, bytes(width))
  }

  private static let iTunesWidths = [
    "tmpo": 2, "tves": 4, "tvsn": 4, "geID": 4, "atID": 4, "cnID": 4, "cmID": 4, "sfID": 4, "plID": 8,
  ]
}

extension AVMetadataItem {
  /// What a file says.
  convenience init(_ record: MetadataRecord) {
    var fields = MetadataItemFields()
    fields.set(AVMetadataIdentifier(record.identifier.written))
    fields.extendedLanguageTag = record.languageTag
    let data = Data(record.bytes)
    let type = MetadataDataType(rawValue: record.dataType)
    fields.dataType = (type ?? .rawData).name
    fields.value = .known(type.flatMap { MetadataValue.object(data, $0) } ?? NSData(data: data))
    fields.extraAttributes = Self.extraAttributes(record)
    self.init(fields)
  }

  /// `nil` where there are none.
  private static func extraAttributes(_ record: MetadataRecord) -> [AVMetadataExtraAttributeKey: Any]? {
    var attributes: [AVMetadataExtraAttributeKey: Any] = [:]
    for (attribute, value) in record.attributes {
      switch attribute {
      case .info: attributes[.info] = value
      case .address: attributes[.valueURI] = value
      case .pictureKind: attributes[.pictureType] = value
      case .mediaType:
        attributes[.dataType] = value
        attributes[.dataTypeNamespace] = "org.iana.media-type"
      }
    }
    return attributes.isEmpty ? nil : attributes
  }

  /// The same under the common key that says it; `nil` where there is none.
  var asCommon: AVMetadataItem? {
    guard let key = commonKey else { return nil }
    var fields = fields
    fields.set(AVMetadataIdentifier("common/" + key.rawValue))
    return AVMetadataItem(fields)
  }
}

extension [AVMetadataItem] {
  /// The items of one way of storing metadata.
  func items(for format: AVMetadataFormat) -> [AVMetadataItem] { filter { $0.format == format } }

  /// The ways in which the items are stored, in their order.
  var formats: [AVMetadataFormat] {
    reduce(into: []) { formats, item in if !formats.contains(item.format) { formats.append(item.format) } }
  }
}

extension AVMetadataItem {
  /// How a container stores items of the key space.
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
  /// The item as it is now, whatever becomes of it.
  var unchanging: AVMetadataItem { self is AVMutableMetadataItem ? AVMetadataItem(fields) : self }
}

extension AVMetadataItem {
  /// The item with the time for which it holds.
  func during(_ range: CMTimeRange) -> AVMetadataItem {
    var fields = fields
    fields.time = range.start
    fields.duration = range.duration
    return AVMetadataItem(fields)
  }
}
