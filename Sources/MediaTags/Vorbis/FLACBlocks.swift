import MovieFile

/// The metadata blocks of FLAC (RFC 9639, 8) that hold tags.
struct FLACBlocks {
  private(set) var items: [TagItem] = []
  private(set) var chapters: [TagChapter] = []

  static let marker = Array("fLaC".utf8)
  static let headerSize = 4

  /// - Returns: A Boolean value that says whether the block is the last one.
  static func isLast(_ header: [UInt8]) -> Bool { header[0] & 0x80 != 0 }

  /// Returns the number of bytes after the block's header.
  static func size(_ header: [UInt8]) -> Int { header[1...].reduce(0) { $0 << 8 | Int($1) } }

  static func isTag(_ header: [UInt8]) -> Bool { [commentType, pictureType].contains(header[0] & 0x7F) }

  private static let commentType: UInt8 = 4
  private static let pictureType: UInt8 = 6

  mutating func read(_ header: [UInt8], _ body: [UInt8]) {
    switch header[0] & 0x7F {
    case Self.commentType:
      let comment = VorbisComment(body)
      items += comment.items
      chapters += comment.chapters
    case Self.pictureType: if let picture = FLACPicture(body) { items.append(picture.item) }
    default: break
    }
  }
}

extension FileTags {
  /// Reads the tags of a FLAC file: an ID3 tag if there is one, then the marker and the blocks.
  mutating func readFLAC(_ source: any ByteSource) throws {
    var offset: Int64 = 0
    if let tag = try ID3Tag(source, at: 0) {
      add(tag)
      offset = tag.byteCount
    }
    guard try source.read(FLACBlocks.marker.count, at: offset) == FLACBlocks.marker else { return }
    offset += Int64(FLACBlocks.marker.count)
    var blocks = FLACBlocks()
    while true {
      let header = try source.read(FLACBlocks.headerSize, at: offset)
      guard header.count == FLACBlocks.headerSize else { break }
      let size = FLACBlocks.size(header)
      offset += Int64(FLACBlocks.headerSize)
      if FLACBlocks.isTag(header) { blocks.read(header, try source.read(size, at: offset)) }
      offset += Int64(size)
      if FLACBlocks.isLast(header) || offset >= source.byteCount { break }
    }
    add(blocks.items, .vorbisComment)
    chapters += blocks.chapters
  }
}
