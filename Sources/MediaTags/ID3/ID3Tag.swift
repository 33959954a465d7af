import MediaSupport
import MovieFile

/// An ID3 tag of version 2.2, 2.3 or 2.4 (id3.org: "ID3 tag version 2", "2.3.0", "2.4.0").
package struct ID3Tag: Hashable, Sendable {
  /// The items. Their names are the frames' identifiers, which have three characters in version 2.2.
  package private(set) var items: [TagItem] = []
  /// The chapters, in the order of their starts.
  package private(set) var chapters: [TagChapter] = []
  /// The number of bytes in the whole tag, with its header and footer.
  package let byteCount: Int64

  static let headerSize = 10

  /// Reads the tag that begins at an offset of a file; `nil` if no tag begins there.
  ///
  /// - Throws: `MediaError(.inputOutput)`.
  init?(_ source: any ByteSource, at offset: Int64) throws {
    guard let header = ID3Header(try source.read(Self.headerSize, at: offset)) else { return nil }
    byteCount = Int64(Self.headerSize + header.size + (header.hasFooter ? Self.headerSize : 0))
    guard header.size <= FileTags.largestTag else { return }
    read(try source.read(header.size, at: offset + Int64(Self.headerSize)), header)
  }

  /// Reads a tag at the start of the bytes; `nil` if there is none.
  package init?(_ bytes: [UInt8]) {
    guard let header = ID3Header(Array(bytes.prefix(Self.headerSize))) else { return nil }
    byteCount = Int64(Self.headerSize + header.size + (header.hasFooter ? Self.headerSize : 0))
    read(Array(bytes.dropFirst(Self.headerSize).prefix(header.size)), header)
  }

  private mutating func read(_ body: [UInt8], _ header: ID3Header) {
    guard var reader = try? header.frames(of: body) else { return }
    while let frame = ID3Frame(&reader, version: header.version) {
      if let chapter = ID3Chapter(frame)?.chapter { chapters.append(chapter) } else { items += frame.items }
    }
    chapters.sort { $0.start < $1.start }
  }
}

/// The ten bytes at the start of a tag.
struct ID3Header {
  let version: ID3Version
  /// The number of bytes after the header, without the footer.
  let size: Int
  private let flags: UInt8

  init?(_ bytes: [UInt8]) {
    guard bytes.count == ID3Tag.headerSize, bytes.starts(with: Array("ID3".utf8)),
      let version = ID3Version(rawValue: bytes[3]), bytes[4] != 0xFF, bytes[6...].allSatisfy({ $0 < 0x80 })
    else { return nil }
    self.version = version
    flags = bytes[5]
    size = bytes[6...].reduce(0) { $0 << 7 | Int($1) }
  }

  private var isUnsynchronised: Bool { flags & 0x80 != 0 }
  private var hasExtendedHeader: Bool { version != .two && flags & 0x40 != 0 }
  /// A Boolean value that says whether the tag is compressed. Version 2.2 left the method to later versions, which
  /// never defined it.
  private var isCompressed: Bool { version == .two && flags & 0x40 != 0 }
  var hasFooter: Bool { version == .four && flags & 0x10 != 0 }

  /// Returns a reader at the first frame.
  func frames(of body: [UInt8]) throws -> ByteReader {
    var body = body
    if isCompressed { body = [] }
    // Version 2.4 has a flag for unsynchronisation in each frame.
    if isUnsynchronised, version != .four { body = Self.synchronised(body) }
    var reader = ByteReader(body, boxType: "ID3 ")
    if hasExtendedHeader {
      switch version {
      case .two: break
      case .three: try reader.skip(Int(try reader.u32()))
      // The size includes its own four bytes.
      case .four: try reader.skip(max(0, try reader.sevenBits() - 4))
      }
    }
    return reader
  }

  /// Returns the bytes without the zeros that unsynchronisation inserted, so that decoders do not take the tag for
  /// audio.
  static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var followsOnes = false
    for byte in bytes {
      if !(followsOnes && byte == 0) { result.append(byte) }
      followsOnes = byte == 0xFF
    }
    return result
  }
}

/// A version of ID3. The raw value is the major number in the header.
enum ID3Version: UInt8 {
  case two = 2
  case three
  case four
}

extension ByteReader {
  /// Reads a number of 28 bits, stored in the low seven bits of four bytes.
  mutating func sevenBits() throws -> Int {
    try bytes(4).reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }
}
