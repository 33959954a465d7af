package import MediaSupport

/// A cursor over the big-endian fields of a box in memory, which knows the bytes' offset in the file.
///
/// Every read is checked against the end of the box and throws `MediaError(.damagedContainer, .opening)` with the
/// box's type and the file offset. Copies share the bytes.
package struct ByteReader: Sendable {
  /// The type of the box that these bytes belong to. Errors name it.
  package let boxType: FourCC
  /// The bytes that were read from the file together. The box is the part of them up to `end`.
  package let storage: [UInt8]
  /// The file offset of `storage`'s first byte.
  package let origin: Int64
  /// The index in `storage` of the next byte to read.
  package private(set) var position: Int
  /// The index in `storage` just after the box.
  package let end: Int

  package init(_ bytes: [UInt8], boxType: FourCC, origin: Int64 = 0) {
    self.init(storage: bytes, range: 0..<bytes.count, boxType: boxType, origin: origin)
  }

  /// Creates a reader of a part of `storage`. `range` must be within it.
  init(storage: [UInt8], range: Range<Int>, boxType: FourCC, origin: Int64) {
    precondition(range.lowerBound >= 0 && range.upperBound <= storage.count)
    self.boxType = boxType
    self.storage = storage
    self.origin = origin
    position = range.lowerBound
    end = range.upperBound
  }

  package var remaining: Int { end - position }
  package var isAtEnd: Bool { position == end }
  /// The file offset of the next byte.
  package var fileOffset: Int64 { origin + Int64(position) }

  /// Returns the error for damage at the current offset, which `what` describes.
  package func damaged(_ what: String) -> MediaError {
    MediaError(.damagedContainer, .opening, "the '\(boxType)' box is damaged at byte \(fileOffset): \(what)")
  }

  private mutating func take(_ count: Int) throws -> Int {
    guard count >= 0, count <= remaining else {
      throw damaged("\(count) bytes are needed and \(remaining) are there")
    }
    defer { position += count }
    return position
  }

  package mutating func skip(_ count: Int) throws { _ = try take(count) }

  package mutating func u8() throws -> UInt8 { storage[try take(1)] }

  package mutating func u16() throws -> UInt16 {
    let at = try take(2)
    return UInt16(storage[at]) << 8 | UInt16(storage[at + 1])
  }

  package mutating func u24() throws -> UInt32 {
    let high = UInt32(try u8())
    return high << 16 | UInt32(try u16())
  }

  package mutating func u32() throws -> UInt32 {
    let at = try take(4)
    return UInt32(storage[at]) << 24 | UInt32(storage[at + 1]) << 16 | UInt32(storage[at + 2]) << 8
      | UInt32(storage[at + 3])
  }

  package mutating func u64() throws -> UInt64 {
    let high = UInt64(try u32())
    return high << 32 | UInt64(try u32())
  }

  package mutating func i16() throws -> Int16 { Int16(bitPattern: try u16()) }
  package mutating func i32() throws -> Int32 { Int32(bitPattern: try u32()) }
  package mutating func i64() throws -> Int64 { Int64(bitPattern: try u64()) }
  package mutating func fourCC() throws -> FourCC { FourCC(rawValue: try u32()) }
  package mutating func double() throws -> Double { Double(bitPattern: try u64()) }

  /// Reads a 32-bit field, or a 64-bit field if `wide`. A 64-bit value above `Int64.max` is treated as damage.
  package mutating func unsigned(wide: Bool) throws -> Int64 {
    guard wide else { return Int64(try u32()) }
    let value = try u64()
    guard let exact = Int64(exactly: value) else { throw damaged("the 64-bit value \(value) is absurd") }
    return exact
  }

  /// Reads the version and the flags at the start of a full box (ISO 14496-12 4.2).
  package mutating func versionAndFlags() throws -> (version: UInt8, flags: UInt32) {
    let word = try u32()
    return (UInt8(word >> 24), word & 0xFF_FFFF)
  }

  package mutating func bytes(_ count: Int) throws -> [UInt8] {
    let at = try take(count)
    return Array(storage[at..<at + count])
  }

  /// Reads all bytes that are left in the box.
  package mutating func rest() -> [UInt8] {
    defer { position = end }
    return Array(storage[position..<end])
  }

  /// Returns a reader of the next `count` bytes, which this one skips.
  package mutating func part(_ count: Int, boxType: FourCC? = nil) throws -> ByteReader {
    let at = try take(count)
    return ByteReader(storage: storage, range: at..<at + count, boxType: boxType ?? self.boxType, origin: origin)
  }

  /// Reads UTF-8 up to a zero byte, or up to the end of the box. The zero byte is skipped.
  package mutating func terminatedString() -> String {
    let stop = storage[position..<end].firstIndex(of: 0) ?? end
    defer { position = min(stop + 1, end) }
    return String(decoding: storage[position..<stop], as: UTF8.self)
  }
}
