import MovieFile

/// The header packets of the streams of an Ogg file (RFC 3533), as far as the tags need them.
struct OggHeaders {
  /// The packets of one stream, in order; the first names the codec.
  struct Stream {
    var serial: UInt32
    var packets: [[UInt8]] = []
    /// The beginning of a packet that continues in the next page.
    var open: [UInt8] = []

    /// A Boolean value that says whether no more packets are needed.
    var isComplete: Bool {
      guard let first = packets.first else { return false }
      guard let codec = OggCodec(first) else { return true }
      guard codec == .flac else { return packets.count > 1 }
      return packets.count > 1 && packets.last.map { $0.count < 4 || FLACBlocks.isLast($0) } == true
    }
  }

  private(set) var streams: [Stream] = []

  private static let pageHeaderSize = 27
  /// The number of bytes to search. A page has at most 64 KiB, but the headers contain pictures.
  private static let largestScan: Int64 = 64 << 20
  /// The largest number of streams. Real files have a few. Each page is compared with all streams, which must stay
  /// cheap in a damaged file.
  private static let largestStreamCount = 64

  init(_ source: any ByteSource) throws {
    var offset: Int64 = 0
    while offset < Self.largestScan, let page = try Self.page(source, at: offset) {
      if page.isFirst, streams.count < Self.largestStreamCount { streams.append(Stream(serial: page.serial)) }
      offset += page.byteCount
      guard let index = streams.firstIndex(where: { $0.serial == page.serial }) else { continue }
      try Self.take(page, from: source, into: &streams[index])
      if !page.isFirst, streams.allSatisfy(\.isComplete) { break }
    }
  }

  private struct Page {
    var isFirst: Bool
    var serial: UInt32
    var lacing: [UInt8]
    var bodyOffset: Int64

    var bodySize: Int { lacing.reduce(0) { $0 + Int($1) } }
    var byteCount: Int64 { Int64(OggHeaders.pageHeaderSize + lacing.count + bodySize) }
  }

  /// Reads the header of a page; `nil` if no page begins at the offset.
  private static func page(_ source: any ByteSource, at offset: Int64) throws -> Page? {
    let header = try source.read(pageHeaderSize, at: offset)
    guard header.count == pageHeaderSize, header.starts(with: Array("OggS".utf8)) else { return nil }
    let lacing = try source.read(Int(header[26]), at: offset + Int64(pageHeaderSize))
    guard lacing.count == Int(header[26]) else { return nil }
    let serial = header[14..<18].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Page(
      isFirst: header[5] & 0x02 != 0, serial: serial, lacing: lacing,
      bodyOffset: offset + Int64(pageHeaderSize + lacing.count))
  }

  private static func take(_ page: Page, from source: any ByteSource, into stream: inout Stream) throws {
    guard !stream.isComplete else { return }
    var body = try source.read(page.bodySize, at: page.bodyOffset)[...]
    for size in page.lacing {
      stream.open += body.prefix(Int(size))
      body = body.dropFirst(Int(size))
      // A segment of less than 255 bytes ends the packet.
      guard size < UInt8.max else { continue }
      stream.packets.append(stream.open)
      stream.open = []
      if stream.isComplete { return }
    }
  }
}

/// A codec, recognized by the beginning of its first packet.
private enum OggCodec {
  case vorbis, opus, theora, speex, flac

  init?(_ first: [UInt8]) {
    let beginnings: [(OggCodec, [UInt8])] = [
      (.vorbis, [1] + Array("vorbis".utf8)), (.opus, Array("OpusHead".utf8)), (.theora, [0x80] + Array("theora".utf8)),
      (.speex, Array("Speex   ".utf8)), (.flac, [0x7F] + Array("FLAC".utf8)),
    ]
    guard let found = beginnings.first(where: { first.starts(with: $0.1) }) else { return nil }
    self = found.0
  }

  /// The bytes before the comments in the packet that holds them.
  var commentOpening: [UInt8] {
    switch self {
    case .vorbis: [3] + Array("vorbis".utf8)
    case .opus: Array("OpusTags".utf8)
    case .theora: [0x81] + Array("theora".utf8)
    case .speex, .flac: []
    }
  }
}

extension FileTags {
  /// Reads the tags of an Ogg file. Comments belong to a stream. Those of the first stream that has any are taken as
  /// the file's, since files with several streams repeat them in each stream. Those of later streams belong to their
  /// tracks.
  mutating func readOgg(_ source: any ByteSource) throws {
    for (index, stream) in try OggHeaders(source).streams.enumerated() {
      guard let codec = stream.packets.first.flatMap(OggCodec.init), stream.packets.count > 1 else { continue }
      var blocks = FLACBlocks()
      if codec == .flac {
        for packet in stream.packets.dropFirst() where packet.count >= FLACBlocks.headerSize {
          blocks.read(
            Array(packet.prefix(FLACBlocks.headerSize)), Array(packet.dropFirst(FLACBlocks.headerSize)))
        }
      } else if stream.packets[1].starts(with: codec.commentOpening) {
        // The comments have the same form as FLAC's block.
        blocks.read([4, 0, 0, 0], Array(stream.packets[1].dropFirst(codec.commentOpening.count)))
      }
      if sections.isEmpty {
        add(blocks.items, .vorbisComment)
        chapters = blocks.chapters
      } else {
        add(blocks.items, .vorbisComment, track: index)
      }
    }
  }
}
