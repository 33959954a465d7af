import MediaSupport

/// A fragmented movie in a file that is valid after every write, so that it plays whenever the writing ends.
///
/// A fragment first appears as one filler box that covers all of it. When its bytes are written, the box's first
/// eight bytes are replaced by those of `moof`: only then is there a fragment. Fragments start at multiples of eight
/// bytes, so that these eight never lie in two pages of the file, and are written all or not at all.
final class FragmentFile {
  private let file: FileOutput
  /// The offset of the filler between `ftyp` and `moov`, which has space for the header of one large `mdat`.
  private var roomPlace: Int64 = 0
  private var moovPlace: Int64 = 0
  private var moovSize = 0
  /// The offset at which the last complete fragment ends.
  private var completeSize: Int64 = 0

  /// The number of bytes of which fragments' offsets are multiples.
  private static let alignment: Int64 = 8

  /// The number of bytes in the file so far.
  var size: Int64 { file.position }

  init(_ file: FileOutput) { self.file = file }

  /// Writes the brands, space for a header, and the front.
  func begin(fileType: [UInt8], moov: [UInt8]) throws {
    roomPlace = Int64(fileType.count)
    let used = roomPlace + MediaPlacement.wideHeader + Int64(moov.count)
    let room = MediaPlacement.wideHeader + MediaPlacement.roundUp(used, to: Self.alignment) - used
    moovPlace = roomPlace + room
    moovSize = moov.count
    try file.append(fileType)
    try file.append(Self.header("free", size: room) + [UInt8](repeating: 0, count: Int(room) - 8))
    try file.append(moov)
  }

  /// Writes a fragment, which is valid in the file when this returns.
  ///
  /// - Parameter padding: the number of zeros between the header of `mdat` and the media.
  /// - Returns: the offsets in the file of its `moof` and of its first byte of media.
  func append(
    moof: [UInt8], padding: Int, media: [[UInt8]], mediaSize: Int
  ) throws -> (moof: Int64, media: Int64) {
    let place = file.position
    let unpadded = place + Int64(moof.count) + MediaPlacement.boxHeader + Int64(padding + mediaSize)
    let end = MediaPlacement.roundUp(unpadded, to: Self.alignment)
    var mediaPlace = place
    try commit(ByteWriter(moof), size: end - place) {
      try file.append(Self.header("mdat", size: end - place - Int64(moof.count)))
      try file.append([UInt8](repeating: 0, count: padding))
      mediaPlace = file.position
      for bytes in media { try file.append(bytes) }
      try file.append([UInt8](repeating: 0, count: Int(end - unpadded)))
    }
    return (place, mediaPlace)
  }

  /// Adds a box, and the bytes that belong to it, as a filler whose header covers all of it; at the end the box's own
  /// header replaces the filler's.
  private func commit(_ box: ByteWriter, size: Int64, _ appendRest: () throws -> Void = {}) throws {
    let place = file.position
    let filler = Self.header("free", size: size)
    try file.append(filler)
    var header: [UInt8] = []
    try box.forEachPiece { piece in
      let count = min(filler.count - header.count, piece.count)
      header.append(contentsOf: piece[..<count])
      try file.append(UnsafeRawBufferPointer(rebasing: piece[count...]))
    }
    try appendRest()
    try file.drain()
    try file.write(header, at: place)
    completeSize = file.position
  }

  /// Completes a fragmented movie: the random access index at its end, and the front with the durations.
  func finish(moov: [UInt8], index: [UInt8]) throws {
    try commit(ByteWriter(index), size: Int64(index.count))
    guard moov.count == moovSize else {
      throw MediaError(.internalError, .finishing, "the movie's front changed its size", path: file.path)
    }
    try file.write(moov, at: moovPlace)
    try file.finish()
  }

  /// Completes the file as an ordinary movie: `moov` at its end, and all bytes between `ftyp` and it as media.
  ///
  /// The header of that media is written last, in one write: before it, the file is the fragmented movie.
  func finishWhole(moov: ByteWriter) throws {
    let mediaEnd = file.position
    try commit(moov, size: Int64(moov.count))
    var header = ByteWriter()
    header.u32(1)
    header.fourCC("mdat")
    header.i64(mediaEnd - roomPlace)
    try file.write(header.bytes, at: roomPlace)
    try file.finish()
  }

  /// Ends the writing with the last complete fragment.
  func leave() throws { try file.leave(at: completeSize) }

  func discard() { file.discard() }

  private static func header(_ type: FourCC, size: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(clamping: size))
    writer.fourCC(type)
    return writer.bytes
  }
}
