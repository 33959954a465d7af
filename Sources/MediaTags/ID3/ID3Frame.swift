import MovieFile

/// One frame of a tag, with its bytes as they were before unsynchronisation.
struct ID3Frame {
  let identifier: String
  let version: ID3Version
  let body: [UInt8]

  /// Reads the next frame that is neither compressed nor encrypted; `nil` at the padding, at the end, and at bytes that
  /// are not a frame.
  ///
  /// Compressed and encrypted frames are skipped: nobody writes the former, and nobody can read the latter.
  init?(_ reader: inout ByteReader, version: ID3Version) {
    while true {
      guard let frame = try? Self.next(&reader, version) else { return nil }
      guard let body = frame.body else { continue }
      identifier = frame.identifier
      self.version = version
      self.body = body
      return
    }
  }

  /// Creates a frame. Frames within a chapter have the same form as those of the tag.
  init(_ identifier: String, version: ID3Version, body: [UInt8]) {
    self.identifier = identifier
    self.version = version
    self.body = body
  }

  private static func next(
    _ reader: inout ByteReader, _ version: ID3Version
  ) throws -> (identifier: String, body: [UInt8]?)? {
    let name = try reader.bytes(version == .two ? 3 : 4)
    guard isIdentifier(name) else { return nil }
    let identifier = String(decoding: name, as: UTF8.self)
    guard version != .two else { return (identifier, try reader.bytes(Int(try reader.u24()))) }
    let size = try version == .three ? Int(reader.u32()) : dividedSize(&reader)
    let flags = try reader.u16()
    return (identifier, plain(try reader.bytes(size), flags, version))
  }

  private static func isIdentifier(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x20 }
      && bytes.first != 0x20 && bytes.first.map { $0 >= 0x41 } == true
  }

  /// Reads the size of a frame in version 2.4, which has seven bits in a byte. Some writers, among them iTunes, used
  /// eight bits. The size is read in that way if another frame follows only then.
  private static func dividedSize(_ reader: inout ByteReader) throws -> Int {
    let bytes = try reader.bytes(4)
    let seven = bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    let eight = bytes.reduce(0) { $0 << 8 | Int($1) }
    if seven == eight { return seven }
    if bytes.contains(where: { $0 >= 0x80 }) { return eight }
    return !endsFrame(reader, seven) && endsFrame(reader, eight) ? eight : seven
  }

  /// Returns whether a frame of this size is followed by another one, by padding, or by the tag's end.
  private static func endsFrame(_ reader: ByteReader, _ size: Int) -> Bool {
    var probe = reader
    guard (try? probe.skip(2 + size)) != nil else { return false }
    guard let name = try? probe.bytes(4) else { return probe.remaining < 4 }
    return isIdentifier(name) || name == [0, 0, 0, 0]
  }

  /// Returns the frame's own bytes; `nil` for a compressed or encrypted frame.
  private static func plain(_ bytes: [UInt8], _ flags: UInt16, _ version: ID3Version) -> [UInt8]? {
    let isCompressed = flags & (version == .three ? 0x80 : 0x08) != 0
    let isEncrypted = flags & (version == .three ? 0x40 : 0x04) != 0
    if isCompressed || isEncrypted { return nil }
    let isGrouped = flags & (version == .three ? 0x20 : 0x40) != 0
    var skipped = isGrouped ? 1 : 0
    guard version == .four else { return Array(bytes.dropFirst(skipped)) }
    // A data length indicator of four bytes precedes the frame's bytes.
    if flags & 0x01 != 0 { skipped += 4 }
    let body = Array(bytes.dropFirst(skipped))
    return flags & 0x02 != 0 ? ID3Header.synchronised(body) : body
  }
}
