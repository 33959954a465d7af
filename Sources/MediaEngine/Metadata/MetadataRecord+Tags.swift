package import CoreMedia
import MediaSupport
import MediaTags
import MovieFile

/// Metadata from the tags of other containers.
extension MetadataRecord {
  /// Returns the records of a file's tags, in the file's order.
  static func records(_ tags: FileTags) -> [MetadataRecord] {
    tags.sections.flatMap(records)
  }

  static func records(_ section: FileTags.Section) -> [MetadataRecord] {
    section.items.map { MetadataRecord($0, section.format) }
  }

  init(_ item: TagItem, _ format: TagFormat) {
    let (type, bytes) = Self.value(item.content)
    self.init(
      MetadataIdentifier(keySpace: format.keySpace, key: format.key(item.name)), dataType: type.rawValue, bytes,
      languageTag: item.language.map(ISO639.tag))
    attributes[.info] = item.note
    switch item.content {
    case .picture(let picture):
      attributes[.mediaType] = picture.mediaType
      attributes[.pictureKind] = picture.kindName
      attributes[.fileName] = picture.fileName
    case .address(let address): attributes[.address] = address
    case .text, .data: break
    }
  }

  private static func value(_ content: TagItem.Content) -> (MetadataDataType, [UInt8]) {
    switch content {
    case .text(let text), .address(let text): (.utf8, Array(text.utf8))
    case .data(let bytes): (.rawData, bytes)
    case .picture(let picture): (PictureSignature.type(of: picture.bytes) ?? .rawData, picture.bytes)
    }
  }
}

extension TagFormat {
  fileprivate var keySpace: String {
    switch self {
    case .id3: MetadataRecord.KeySpace.id3
    case .vorbisComment: MetadataRecord.KeySpace.vorbisComment
    case .audioFile: MetadataRecord.KeySpace.audioFile
    case .matroska: MetadataRecord.KeySpace.matroska
    }
  }

  /// Returns the key for a name. Frames of ID3 2.2 have names of three characters: their keys have a zero before them.
  fileprivate func key(_ name: String) -> [UInt8] {
    let bytes = Array(name.utf8)
    return self == .id3 && bytes.count == 3 ? [0] + bytes : bytes
  }
}

/// The kinds of pictures that metadata holds, by their first bytes.
package enum PictureSignature {
  package static func type(of bytes: [UInt8]) -> MetadataDataType? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if bytes.starts(with: [0x42, 0x4D]) { return .bmp }
    if bytes.starts(with: Array("GIF8".utf8)) { return .gif }
    return nil
  }
}
