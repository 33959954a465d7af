/// The media data of the file being written. It is held in memory while it is small, then written behind the space that
/// is reserved for `moov`.
final class MediaOutput {
  /// The number of bytes of media up to which a file with `moov` in front is written exactly in order, without unused
  /// space. Holding more is not worth the memory: moving the media at the end costs little compared with writing it.
  static let heldMedia = 8 << 20

  let file: FileOutput
  private let format: FileFormat
  private let holdsMedia: Bool
  /// The chunks in their order: nothing is copied before it is written.
  private var held: [[UInt8]] = []
  /// The number of bytes of media so far, padding included.
  private(set) var size: Int64 = 0
  /// The offset of the media in the file; `nil` as long as all of it is held in memory.
  private(set) var start: Int64?

  init(_ file: FileOutput, format: FileFormat, holdsMedia: Bool) {
    self.file = file
    self.format = format
    self.holdsMedia = holdsMedia
  }

  /// Returns whether `place` must be called before `count` more bytes are appended.
  ///
  /// - Parameter isPlanned: whether the length of every track is known.
  func needsPlace(for count: Int, isPlanned: Bool) -> Bool {
    guard start == nil else { return false }
    return !holdsMedia || size + Int64(count) > Int64(isPlanned ? MovieWriter.heldPlannedMedia : Self.heldMedia)
  }

  /// Starts the file and writes the media that is held.
  ///
  /// - Parameter moovRoom: the number of bytes to keep free before the media: 0, or at least 8.
  func place(fileType: [UInt8], moovRoom: Int64, alignment: Int64) throws {
    let used = Int64(fileType.count)
    let mediaStart = MediaPlacement.start(
      after: used + moovRoom + MediaPlacement.wideHeader, alignment: alignment)
    try file.append(fileType)
    // The filler and the header are written at the end; until then there is a hole in the file.
    try file.skip(to: mediaStart)
    start = mediaStart
    try writeHeld()
  }

  /// Pads with zeros to a multiple of `alignment` and returns the offset of the next byte within the media.
  func align(to alignment: Int64) throws -> Int64 {
    let padding = MediaPlacement.roundUp(size, to: alignment) - size
    if padding > 0 {
      try append([UInt8](repeating: 0, count: Int(padding)))
    }
    return size
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    if start == nil { held.append([UInt8](bytes)) } else { try file.append(bytes) }
    size += Int64(bytes.count)
  }

  func append(_ bytes: [UInt8]) throws {
    if start == nil { held.append(bytes) } else { try file.append(bytes) }
    size += Int64(bytes.count)
  }

  private func writeHeld() throws {
    for bytes in held { try file.append(bytes) }
    held = []
  }

  func discard() {
    held = []
    file.discard()
  }

  /// Writes everything in order: `fileType`, `moov`, a filler for the alignment, and the held media.
  func writeInOrder(fileType: [UInt8], moov: ByteWriter, mediaStart: Int64) throws {
    let room = MediaPlacement.headerSize(mediaSize: size)
    try file.append(fileType)
    try file.append(moov)
    try file.append(Self.filler(mediaStart - room - Int64(fileType.count + moov.count)))
    try file.append(MediaPlacement.header(mediaSize: size, room: room, format: format))
    try writeHeld()
    try file.finish()
  }

  /// Writes `moov` after the media.
  func writeAtEnd(moov: ByteWriter, fileType: [UInt8]) throws {
    guard let start else { return }
    try file.append(moov)
    try file.drain()
    try writeFront(fileType: fileType, moov: ByteWriter(), mediaStart: start, zeroesFiller: true)
    try file.finish()
  }

  /// Writes `moov` into the room that was reserved for it.
  func writeInRoom(moov: ByteWriter, fileType: [UInt8]) throws {
    guard let start else { return }
    try file.drain()
    try writeFront(fileType: fileType, moov: moov, mediaStart: start, zeroesFiller: false)
    try file.finish()
  }

  /// Moves the media to `mediaStart`, then writes `moov` in front of it.
  func writeMoving(to mediaStart: Int64, moov: ByteWriter, fileType: [UInt8]) throws {
    guard let start else { return }
    try file.move(from: start, count: size, to: mediaStart)
    if mediaStart < start { try file.truncate(to: mediaStart + size) }
    self.start = mediaStart
    try writeFront(fileType: fileType, moov: moov, mediaStart: mediaStart, zeroesFiller: true)
    try file.finish()
  }

  /// Writes the part of the file before the media, up to its header.
  ///
  /// - Parameter zeroesFiller: whether the filler's bytes may not be zero yet; else they are a hole already.
  private func writeFront(fileType: [UInt8], moov: ByteWriter, mediaStart: Int64, zeroesFiller: Bool) throws {
    let headerPlace = mediaStart - MediaPlacement.wideHeader
    let used = Int64(fileType.count + moov.count)
    try file.write(fileType, at: 0)
    try file.write(moov, at: Int64(fileType.count))
    let filler = headerPlace - used
    if filler > 0 {
      try file.write(zeroesFiller ? Self.filler(filler) : Self.fillerHeader(filler), at: used)
    }
    let header = MediaPlacement.header(mediaSize: size, room: MediaPlacement.wideHeader, format: format)
    try file.write(header, at: headerPlace)
  }

  /// Returns an empty box of `count` bytes: none, or at least 8.
  private static func filler(_ count: Int64) -> [UInt8] {
    count == 0 ? [] : fillerHeader(count) + [UInt8](repeating: 0, count: Int(count) - 8)
  }

  private static func fillerHeader(_ count: Int64) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(clamping: count))
    writer.fourCC("free")
    return writer.bytes
  }
}
