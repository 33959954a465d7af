import MediaSupport

/// The boxes at the top level of a file, found without reading their contents.
package struct FileBoxes {
  package struct Entry: Hashable, Sendable {
    package var type: FourCC
    /// The offset of its size field.
    package var offset: Int64
    package var headerSize: Int
    /// The size that the box states, header included; if it states 0, the size up to the end of the file.
    package var size: Int64
    /// A Boolean value that says whether the box's size goes beyond the end of the file.
    package var isCut: Bool
    /// A Boolean value that says whether the box extends to the end of the file, wherever that is.
    package var isOpen: Bool
  }

  /// The largest number of boxes. A fragmented movie has two boxes for each fragment: this many are a fragment for
  /// every picture of five hours.
  package static let largestCount = 1 << 20
  /// The largest size of an index, in bytes: 20 million samples of 12 bytes, three days of sound and moving pictures.
  package static let largestIndex: Int64 = 256 << 20

  /// The types of boxes that can come first in a file and may have 64-bit sizes.
  private static let firstTypes: Set<FourCC> = ["ftyp", "mdat", "moov", "wide", "free", "skip", "styp"]

  private let source: any ByteSource
  private var offset: Int64 = 0
  private var count = 0

  package init(_ source: any ByteSource) { self.source = source }

  /// Returns the next box; `nil` at the end of the file. Bytes after the last box that are not a box end the list.
  package mutating func next() throws -> Entry? {
    let rest = source.byteCount - offset
    guard rest >= 8 else { return nil }
    count += 1
    guard count <= Self.largestCount else {
      throw MediaError(.damagedContainer, .opening, "the file has more than \(Self.largestCount) boxes")
    }
    var reader = ByteReader(try source.read(16, at: offset), boxType: "file", origin: offset)
    if offset == 0, try Self.beginsWithStartCode(reader) { return nil }
    let header = try BoxHeader(&reader)
    let size = header.size ?? rest
    // Bytes after the movie that are no box are common. If the first box is invalid, `moov` is not found.
    guard size >= Int64(header.byteCount) else { return nil }
    defer { offset += min(size, rest) }
    return Entry(
      type: header.type, offset: offset, headerSize: header.byteCount, size: size, isCut: size > rest,
      isOpen: header.size == nil)
  }

  /// Returns whether a file begins with a 1 that does not announce a 64-bit size, such as the start code of bare video.
  private static func beginsWithStartCode(_ reader: ByteReader) throws -> Bool {
    var reader = reader
    guard try reader.u32() == 1 else { return false }
    return !firstTypes.contains(try reader.fourCC())
  }
}

extension ByteSource {
  /// Reads a whole index box of the movie (`moov`, `moof`), which must be complete in the file.
  ///
  /// - Throws: `.truncatedContainer` where it is not complete, `.damagedContainer` for an impossible size.
  func readIndexBox(_ entry: FileBoxes.Entry) throws -> Box {
    try checkIndexBox(entry)
    let payload = entry.offset + Int64(entry.headerSize)
    let bytes = try read(Int(entry.size) - entry.headerSize, at: payload)
    return Box(
      type: entry.type, userType: [], offset: entry.offset,
      contents: ByteReader(bytes, boxType: entry.type, origin: payload))
  }

  /// Checks that an index box is complete in the file, and of a size that can be.
  func checkIndexBox(_ entry: FileBoxes.Entry) throws {
    guard !entry.isCut else {
      throw MediaError(
        .truncatedContainer, .opening,
        "the '\(entry.type)' box at byte \(entry.offset) has \(entry.size) bytes, and the file ends after "
          + "\(byteCount - entry.offset)")
    }
    guard entry.size <= FileBoxes.largestIndex else {
      throw MediaError(
        .damagedContainer, .opening,
        "the '\(entry.type)' box at byte \(entry.offset) has \(entry.size) bytes, which is absurd")
    }
  }
}
