import MediaSupport

/// The boxes at the top level of a file, found without reading what is in them.
package struct FileBoxes {
  package struct Entry: Hashable, Sendable {
    package var type: FourCC
    /// Where its size field is.
    package var offset: Int64
    package var headerSize: Int
    /// As the box says, header included; to the end of the file where it says 0.
    package var size: Int64
    /// The box says that it goes on beyond the end of the file.
    package var isCut: Bool
    /// The box goes on to the end of the file, wherever that is.
    package var isOpen: Bool
  }

  /// A fragmented movie has two boxes a fragment: this many are a fragment for every picture of five hours.
  package static let largestCount = 1 << 20
  /// No index is larger: 20 million samples of 12 bytes, three days of sound and moving pictures.
  package static let largestIndex: Int64 = 256 << 20

  /// The boxes that are written as the first of a file and may have 64-bit sizes.
  private static let firstTypes: Set<FourCC> = ["ftyp", "mdat", "moov", "wide", "free", "skip", "styp"]

  private let source: any ByteSource
  private var offset: Int64 = 0
  private var count = 0

  package init(_ source: any ByteSource) { self.source = source }

  /// The next box; `nil` at the end of the file. Bytes behind the last box that are no box end the list.
  package mutating func next() throws -> Entry? {
    let rest = source.byteCount - offset
    guard rest >= 8 else { return nil }
    count += 1
    guard count <= Self.largestCount else {
      throw MediaError(.damagedContainer, .opening, "the file has more than \(Self.largestCount) boxes")
    }
    var reader = ByteReader(try source.read(16, at: offset), boxType: "file", origin: offset)
    let size32 = try reader.u32()
    let type = try reader.fourCC()
    var entry = Entry(type: type, offset: offset, headerSize: 8, size: Int64(size32), isCut: false, isOpen: size32 == 0)
    if size32 == 0 { entry.size = rest }
    // Other files begin with a one too: a start code of bare video does.
    if size32 == 1, offset == 0, !Self.firstTypes.contains(type) { return nil }
    if size32 == 1 {
      entry.size = try reader.unsigned(wide: true)
      entry.headerSize = 16
    }
    guard entry.size >= Int64(entry.headerSize) else {
      // Garbage behind the movie is common; a first box that is none is found by whoever needs `moov`.
      return nil
    }
    entry.isCut = entry.size > rest
    offset += min(entry.size, rest)
    return entry
  }
}

extension ByteSource {
  /// Reads a whole box that is an index of the movie (`moov`, `moof`), which must be in the file to its end.
  ///
  /// - Throws: `.truncatedContainer` where it is not, `.damagedContainer` for a size that cannot be.
  func readIndexBox(_ entry: FileBoxes.Entry) throws -> Box {
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
    let payload = entry.offset + Int64(entry.headerSize)
    let bytes = try read(Int(entry.size) - entry.headerSize, at: payload)
    return Box(
      type: entry.type, userType: [], offset: entry.offset,
      contents: ByteReader(bytes, boxType: entry.type, origin: payload))
  }
}
