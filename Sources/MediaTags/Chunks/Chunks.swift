import MovieFile

/// The chunks of RIFF, AIFF and Core Audio files, without their contents.
struct Chunks {
  /// The forms of a chunk's header.
  enum Form {
    /// Four characters and 32 bits of size, little-endian; chunks begin at even offsets.
    case riff
    /// Four characters and 32 bits of size, big-endian; chunks begin at even offsets.
    case aiff
    /// Four characters and 64 bits of size, big-endian.
    case coreAudio
  }

  struct Chunk {
    var type: FourCC
    var offset: Int64
    /// The size of the part of the chunk that is in the file.
    var size: Int64
  }

  let form: Form
  private let source: any ByteSource
  private var offset: Int64
  private let end: Int64
  /// The size of the media in an RF64 file. The size field of the media's chunk has all bits set instead.
  private var mediaSize: Int64?

  /// Finds the chunks in a part of a file.
  init(_ source: any ByteSource, _ form: Form, in range: Range<Int64>) {
    self.source = source
    self.form = form
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Finds all chunks of a file; `nil` for a file of another kind.
  init?(_ source: any ByteSource) throws {
    let opening = try source.read(12, at: 0)
    guard opening.count == 12 else { return nil }
    let start: Int64
    switch opening[..<4] {
    case Self.characters("RIFF"), Self.characters("RF64"), Self.characters("BW64"): (form, start) = (.riff, 12)
    case Self.characters("FORM"): (form, start) = (.aiff, 12)
    case Self.characters("caff"): (form, start) = (.coreAudio, 8)
    default: return nil
    }
    self.source = source
    offset = start
    end = source.byteCount
  }

  private static func characters(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  /// Returns the next chunk; `nil` at the end, and at bytes that are not a chunk.
  mutating func next() throws -> Chunk? {
    let headerSize = form == .coreAudio ? 12 : 8
    guard end - offset >= Int64(headerSize) else { return nil }
    var reader = ByteReader(try source.read(headerSize, at: offset), boxType: "file", origin: offset)
    guard reader.remaining == headerSize else { return nil }
    let type = try reader.fourCC()
    let stated: Int64
    switch form {
    case .riff: stated = try size(type, Int64(reader.littleEndian32()))
    case .aiff: stated = Int64(try reader.u32())
    case .coreAudio: stated = try reader.i64()
    }
    let start = offset + Int64(headerSize)
    // In Core Audio files the size of the media may be -1: it extends to the end of the file.
    let size = stated < 0 ? end - start : min(stated, end - start)
    offset = start + size + (form == .coreAudio ? 0 : size & 1)
    return Chunk(type: type, offset: start, size: size)
  }

  private mutating func size(_ type: FourCC, _ stated: Int64) throws -> Int64 {
    if type == "ds64" {
      var reader = ByteReader(try source.read(16, at: offset + 8), boxType: type)
      try? reader.skip(8)
      mediaSize = (try? reader.littleEndian64()).flatMap { Int64(exactly: $0) }
    }
    return stated == Int64(UInt32.max) && type == "data" ? mediaSize ?? stated : stated
  }

  /// Returns the contents of a chunk. They are empty if the chunk is larger than `FileTags.largestTag`.
  func bytes(of chunk: Chunk) throws -> [UInt8] {
    chunk.size <= FileTags.largestTag ? try source.read(Int(chunk.size), at: chunk.offset) : []
  }
}
