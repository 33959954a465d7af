import MediaSupport

/// A box in a source of bytes. Its contents are read only on request. It is the counterpart of `Box` for large boxes.
struct SourceBox {
  let type: FourCC
  /// The 16 bytes of a `uuid` box's own type; empty for every other box.
  let userType: [UInt8]
  /// The file offset of the size field.
  let offset: Int64
  /// The bytes after the header, by their offsets in the file.
  let contents: Range<Int64>
  private let source: any ByteSource

  init(type: FourCC, userType: [UInt8] = [], offset: Int64, contents: Range<Int64>, in source: any ByteSource) {
    (self.type, self.userType, self.offset, self.contents) = (type, userType, offset, contents)
    self.source = source
  }

  /// Reads the whole box.
  func load() throws -> Box {
    Box(type: type, userType: userType, offset: offset, contents: try reader(contents.count))
  }

  /// Returns a reader of the first bytes of the contents: `count` bytes, or fewer if the contents are shorter.
  func reader(_ count: Int) throws -> ByteReader { try reader(count, at: contents.lowerBound) }

  /// Returns a reader of the bytes at an offset in the file: `count` bytes, or fewer if the box ends before.
  func reader(_ count: Int, at place: Int64) throws -> ByteReader {
    let wanted = min(count, Int(contents.upperBound - place))
    let bytes = try source.read(wanted, at: place)
    guard bytes.count == wanted else {
      throw MediaError(.truncatedContainer, .opening, "the file became shorter while its '\(type)' box was read")
    }
    return ByteReader(bytes, boxType: type, origin: place)
  }

  /// Returns the error for damage in the contents, which `what` describes.
  func damaged(_ what: String) -> MediaError {
    ByteReader([], boxType: type, origin: contents.lowerBound).damaged(what)
  }

  /// Calls `body` with each child box.
  func forEachBox(_ body: (SourceBox) throws -> Void) throws {
    var place = contents.lowerBound
    while let box = try box(at: &place) { try body(box) }
  }

  /// Returns the first child of a type; `nil` where there is none.
  func firstBox(_ type: FourCC) throws -> SourceBox? {
    var place = contents.lowerBound
    while let box = try box(at: &place) {
      if box.type == type { return box }
    }
    return nil
  }

  /// Returns the child at an offset, and moves the offset to the next child; `nil` at the end.
  private func box(at place: inout Int64) throws -> SourceBox? {
    var reader = try reader(ChildHeader.largestSize, at: place)
    guard let header = try ChildHeader(&reader, within: Int(contents.upperBound - place)) else { return nil }
    defer { place = reader.fileOffset + Int64(header.payloadSize) }
    return SourceBox(
      type: header.type, userType: header.userType, offset: place,
      contents: reader.fileOffset..<reader.fileOffset + Int64(header.payloadSize), in: source)
  }
}

extension ByteSource {
  /// The size in bytes from which on the index of a local movie is read piece by piece. Reading a smaller index at once
  /// takes fewer calls, and a server would have to be asked for each piece.
  private static var largeIndex: Int64 { 1 << 20 }

  /// Returns an index box of the movie, which must be complete in the file.
  ///
  /// - Throws: the errors of `readIndexBox`.
  func indexBox(_ entry: FileBoxes.Entry) throws -> SourceBox {
    try checkIndexBox(entry)
    let contents = entry.offset + Int64(entry.headerSize)..<entry.offset + entry.size
    let isReadInPieces = isLocal && entry.size > Self.largeIndex
    let source: any ByteSource = isReadInPieces ? self : LoadedBytes(try readIndexBox(entry).contents)
    return SourceBox(type: entry.type, offset: entry.offset, contents: contents, in: source)
  }
}

/// Bytes that were read from a source together. They keep their offsets in the file.
private final class LoadedBytes: ByteSource {
  private let bytes: ByteReader

  init(_ bytes: ByteReader) { self.bytes = bytes }

  var byteCount: Int64 { bytes.origin + Int64(bytes.storage.count) }

  func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
    Array(bytes.storage.dropFirst(Int(offset - bytes.origin)).prefix(count))
  }
}
