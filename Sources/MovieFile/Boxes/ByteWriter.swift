/// The bytes of boxes that are being written: big-endian fields, and boxes that closures nest.
///
/// A box's 32-bit size is set when its closure returns. Callers check the size of the outermost box (`moov`) against
/// `UInt32.max`, so no box within it can be larger.
///
/// The rows of large tables (`rows`) are computed only when the bytes are requested. Until then their number determines
/// the sizes.
package struct ByteWriter: Sendable {
  /// The bytes of everything except the rows of tables.
  private var fields: [UInt8]
  /// The tables, each with its offset in `fields`, and the number of bytes of all of them.
  private var tables: [(place: Int, pieces: @Sendable () -> AnyIterator<[UInt8]>)] = []
  private var tableSize = 0

  /// The number of bytes of a table that are computed together. One more write to the file for each piece costs little.
  private static let pieceSize = 64 << 10

  package init(_ bytes: [UInt8] = []) { fields = bytes }

  package var count: Int { fields.count + tableSize }

  /// All bytes as one array.
  package var bytes: [UInt8] {
    guard !tables.isEmpty else { return fields }
    var all: [UInt8] = []
    all.reserveCapacity(count)
    forEachPiece { all.append(contentsOf: $0) }
    return all
  }

  /// Calls `body` with the bytes in order. Only one piece of a table is in memory at a time.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try fields.withUnsafeBytes { fields in
      var place = 0
      for table in tables {
        try body(UnsafeRawBufferPointer(rebasing: fields[place..<table.place]))
        place = table.place
        for piece in table.pieces() { try piece.withUnsafeBytes { try body($0) } }
      }
      try body(UnsafeRawBufferPointer(rebasing: fields[place...]))
    }
  }

  /// Writes the rows of a table, each of `size` bytes. `write` is called when the bytes are requested.
  package mutating func rows<Rows: Sequence & Sendable>(
    _ rows: Rows, count: Int, size: Int, _ write: @escaping @Sendable (inout ByteWriter, Rows.Element) -> Void
  ) {
    guard count > 0 else { return }
    let pieces: @Sendable () -> AnyIterator<[UInt8]> = {
      var rows = rows.makeIterator()
      return AnyIterator {
        var piece = ByteWriter()
        piece.reserve(Self.pieceSize)
        while piece.count < Self.pieceSize, let row = rows.next() { write(&piece, row) }
        return piece.count > 0 ? piece.fields : nil
      }
    }
    tables.append((fields.count, pieces))
    tableSize += count * size
  }

  package mutating func reserve(_ count: Int) { fields.reserveCapacity(fields.count + count) }

  package mutating func u8(_ value: UInt8) { fields.append(value) }

  package mutating func u16(_ value: UInt16) {
    u8(UInt8(truncatingIfNeeded: value >> 8))
    u8(UInt8(truncatingIfNeeded: value))
  }

  package mutating func u24(_ value: UInt32) {
    u8(UInt8(truncatingIfNeeded: value >> 16))
    u16(UInt16(truncatingIfNeeded: value))
  }

  package mutating func u32(_ value: UInt32) {
    u16(UInt16(truncatingIfNeeded: value >> 16))
    u16(UInt16(truncatingIfNeeded: value))
  }

  package mutating func u64(_ value: UInt64) {
    u32(UInt32(truncatingIfNeeded: value >> 32))
    u32(UInt32(truncatingIfNeeded: value))
  }

  package mutating func i16(_ value: Int16) { u16(UInt16(bitPattern: value)) }
  package mutating func i32(_ value: Int32) { u32(UInt32(bitPattern: value)) }
  package mutating func i64(_ value: Int64) { u64(UInt64(bitPattern: value)) }
  package mutating func double(_ value: Double) { u64(value.bitPattern) }
  package mutating func fourCC(_ code: FourCC) { u32(code.rawValue) }

  /// Writes a 64-bit field if `wide`, else the value's low 32 bits.
  package mutating func unsigned(_ value: Int64, wide: Bool) {
    if wide { i64(value) } else { u32(UInt32(truncatingIfNeeded: value)) }
  }

  package mutating func zeros(_ count: Int) { fields.append(contentsOf: repeatElement(0, count: count)) }
  package mutating func append(_ more: some Sequence<UInt8>) { fields.append(contentsOf: more) }

  /// Writes UTF-8 and a zero byte.
  package mutating func terminatedString(_ text: String) {
    append(text.utf8.filter { $0 != 0 })
    u8(0)
  }

  /// Writes a length byte and at most `limit` bytes of UTF-8 (`limit` ≤ 255). A longer text is cut between characters.
  package mutating func pascalString(_ text: String, limit: Int = 255) {
    let utf8 = text.prefix(fitting: limit).utf8
    u8(UInt8(utf8.count))
    append(utf8)
  }

  /// Writes a box: its size, its type and the payload that `body` writes.
  package mutating func box(_ type: FourCC, _ body: (inout ByteWriter) throws -> Void) rethrows {
    let (start, place) = (count, fields.count)
    u32(0)
    fourCC(type)
    try body(&self)
    patch(UInt32(truncatingIfNeeded: count - start), at: place)
  }

  /// Writes a box that begins with a version and flags (ISO 14496-12 4.2).
  package mutating func fullBox(
    _ type: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout ByteWriter) throws -> Void
  ) rethrows {
    try box(type) { box in
      box.u8(version)
      box.u24(flags)
      try body(&box)
    }
  }

  package mutating func box(_ box: OpaqueBox) {
    self.box(box.type) { $0.append(box.payload) }
  }

  /// Replaces the 32-bit field at an index in `fields`.
  private mutating func patch(_ value: UInt32, at index: Int) {
    for byte in 0..<4 { fields[index + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte)) }
  }
}

extension String {
  /// Returns the longest prefix of the text whose UTF-8 has at most `limit` bytes and ends with a whole character.
  func prefix(fitting limit: Int) -> String {
    var text = ""
    var used = 0
    for character in self {
      used += character.utf8.count
      if used > limit { break }
      text.append(character)
    }
    return text
  }
}
