package import MediaSupport

/// A reader of big-endian bit fields and bytes in memory, which throws where the data ends early.
///
/// A reader never traps, whatever the bytes are. The errors are of kind `damagedMedia` and name the structure being
/// read.
package struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private let structure: StaticString
  /// The number of bits from the start of `bytes`.
  package private(set) var position = 0

  /// - Parameter structure: the structure being read, which the error names ("the avcC record ends early").
  package init(_ bytes: ArraySlice<UInt8>, of structure: StaticString) {
    self.bytes = bytes
    self.structure = structure
  }

  package init(_ bytes: [UInt8], of structure: StaticString) {
    self.init(bytes[...], of: structure)
  }

  package var bitsLeft: Int { bytes.count * 8 - position }

  /// Returns the error for a field whose value the structure forbids.
  package func invalid(_ field: String) -> MediaError {
    MediaError(.damagedMedia, .demuxing, "\(structure): \(field) is not valid")
  }

  private var endsEarly: MediaError { MediaError(.damagedMedia, .demuxing, "\(structure) ends early") }

  /// Reads the next `count` bits, 0 to 64, as an unsigned number.
  package mutating func bits(_ count: Int) throws(MediaError) -> UInt64 {
    guard count >= 0, count <= 64 else { throw invalid("a field of \(count) bits") }
    guard count <= bitsLeft else { throw endsEarly }
    var value: UInt64 = 0
    var needed = count
    while needed > 0 {
      let used = position & 7
      let taken = min(8 - used, needed)
      let byte = UInt64(bytes[bytes.startIndex + position >> 3])
      value = value << UInt64(taken) | (byte >> UInt64(8 - used - taken)) & (1 << UInt64(taken) - 1)
      position += taken
      needed -= taken
    }
    return value
  }

  package mutating func bit() throws(MediaError) -> Bool { try bits(1) == 1 }

  package mutating func uint8(_ count: Int = 8) throws(MediaError) -> UInt8 {
    UInt8(truncatingIfNeeded: try bits(min(count, 8)))
  }

  package mutating func uint16(_ count: Int = 16) throws(MediaError) -> UInt16 {
    UInt16(truncatingIfNeeded: try bits(min(count, 16)))
  }

  package mutating func uint32(_ count: Int = 32) throws(MediaError) -> UInt32 {
    UInt32(truncatingIfNeeded: try bits(min(count, 32)))
  }

  /// Reads the next `count` bits, at most 32, as an `Int`.
  package mutating func int(_ count: Int) throws(MediaError) -> Int { Int(try uint32(count)) }

  package mutating func skip(_ count: Int) throws(MediaError) {
    guard count >= 0, count <= bitsLeft else { throw endsEarly }
    position += count
  }

  /// Moves on to the next byte boundary, counted from the start of the data.
  package mutating func align() { position = (position + 7) & ~7 }

  /// Reads the next `count` whole bytes; the position is first aligned.
  package mutating func bytes(_ count: Int) throws(MediaError) -> [UInt8] {
    align()
    guard count >= 0, count <= bitsLeft / 8 else { throw endsEarly }
    let start = bytes.startIndex + position / 8
    position += count * 8
    return Array(bytes[start..<start + count])
  }

  /// Reads all whole bytes that are left.
  package mutating func remainingBytes() -> [UInt8] {
    align()
    let rest = Array(bytes.dropFirst(position / 8))
    position = bytes.count * 8
    return rest
  }
}

// MARK: - Payloads of NAL units

extension BitReader {
  /// A Boolean value that says whether there is more than the trailing bits: `more_rbsp_data()` (H.264, 7.2).
  package var hasMorePayload: Bool { position < stopBit }

  /// A Boolean value that says whether only the trailing bits are left, in one byte: a one, then zeros
  /// (`rbsp_trailing_bits()`, H.264, 7.3.2.11).
  package var isAtTrailingBits: Bool { position == stopBit && (1...8).contains(bitsLeft) }

  /// The position of the last bit that is set; 0 if no bit is set.
  private var stopBit: Int {
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return 0 }
    return (last - bytes.startIndex) * 8 + 7 - bytes[last].trailingZeroBitCount
  }
}

// MARK: - Variable-length codes

extension BitReader {
  /// Reads `ue(v)`, an Exp-Golomb code (H.264 and HEVC 9.1): 0 to 2³² − 2.
  package mutating func exponentialGolomb() throws(MediaError) -> UInt32 {
    var zeros = 0
    while try !bit() {
      zeros += 1
      guard zeros < 32 else { throw invalid("an Exp-Golomb code of more than 32 bits") }
    }
    return UInt32((1 << UInt64(zeros)) - 1 + (try bits(zeros)))
  }

  /// Reads `ue(v)` with an upper bound that keeps later arithmetic and loops small.
  package mutating func exponentialGolomb(upTo limit: Int, _ field: String) throws(MediaError) -> Int {
    let value = Int(try exponentialGolomb())
    guard value <= limit else { throw invalid(field) }
    return value
  }

  /// Reads `se(v)`, a signed Exp-Golomb code (H.264 and HEVC 9.1.1).
  package mutating func signedExponentialGolomb() throws(MediaError) -> Int {
    let code = Int(try exponentialGolomb())
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }

  /// Reads `se(v)` with bounds.
  package mutating func signedExponentialGolomb(
    in bounds: ClosedRange<Int>, _ field: String
  ) throws(MediaError) -> Int {
    let value = try signedExponentialGolomb()
    guard bounds.contains(value) else { throw invalid(field) }
    return value
  }

  /// Reads `uvlc()` of AV1 (4.10.3): like `ue(v)`, but 32 or more leading zeros mean 2³² − 1.
  package mutating func av1VariableLength() throws(MediaError) -> UInt32 {
    var zeros = 0
    while try !bit() { zeros += 1 }
    if zeros >= 32 { return .max }
    return UInt32((1 << UInt64(zeros)) - 1 + (try bits(zeros)))
  }

  /// Reads `leb128()` of AV1 (4.10.5): at most 8 bytes and 32 bits.
  package mutating func leb128() throws(MediaError) -> Int {
    var value: UInt64 = 0
    for index in 0..<8 as Range<UInt64> {
      let byte = try bits(8)
      value |= (byte & 0x7f) << (index * 7)
      if byte & 0x80 == 0 {
        guard value <= UInt32.max else { break }
        return Int(value)
      }
    }
    throw invalid("a leb128 number")
  }
}
