/// The header of a FLAC frame (RFC 9639, 9.1).
package struct FLACFrameHeader: Sendable, Hashable {
  /// The number of samples of each channel in the frame.
  package let sampleCount: Int
  /// The number of the frame if all frames have the same length; else the number of its first sample.
  package let number: UInt64
  /// A Boolean value that says whether the lengths of frames vary, so that `number` counts samples.
  package let countsSamples: Bool

  /// Parses the header at the start of some bytes.
  ///
  /// - Returns: `nil` for bytes that are not a header, or whose checksum does not match.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard let sampleCount = Self.sampleCount(bytes), let length = Self.byteCount(bytes), bytes.count >= length,
      Self.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<length])) == 0
    else { return nil }
    self.sampleCount = sampleCount
    countsSamples = bytes[1] & 1 == 1
    let first = bytes[Self.numberStart]
    let extraBytes = Self.numberLength(first) - 1
    // The first byte begins with as many ones as the number has bytes, then a zero. A number of one byte begins with a
    // zero.
    let head = extraBytes == 0 ? first : first & UInt8(truncatingIfNeeded: 0x3F >> extraBytes)
    number = bytes[(Self.numberStart + 1)...].prefix(extraBytes).reduce(UInt64(head)) { $0 << 6 | UInt64($1 & 0x3F) }
  }

  /// Returns the number of samples of each channel in a frame; `nil` for bytes that are not the start of a frame.
  package static func sampleCount(_ frame: UnsafeRawBufferPointer) -> Int? {
    // 15 bits of sync code; the block size in the high half of the third byte.
    guard frame.count > numberStart, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
    let code = Int(frame[2] >> 4)
    switch code {
    case 1: return 192
    case 2...5: return 144 << code
    case 8...15: return 1 << code
    case 6, 7:
      let start = numberStart + numberLength(frame[numberStart])
      guard frame.count >= start + 2 else { return nil }
      return code == 6 ? Int(frame[start]) + 1 : (Int(frame[start]) << 8 | Int(frame[start + 1])) + 1
    default: return nil
    }
  }

  /// The offset of the frame's or sample's number. As in UTF-8, its first byte determines its length.
  private static let numberStart = 4
  /// The longest number, in bytes.
  private static let longestNumber = 7

  private static func numberLength(_ first: UInt8) -> Int { max(1, (~first).leadingZeroBitCount) }

  /// Returns the length of a header with its checksum, in bytes; `nil` if the coded number is not valid.
  private static func byteCount(_ frame: UnsafeRawBufferPointer) -> Int? {
    let first = frame[numberStart]
    let number = numberLength(first)
    // A byte of the form 10xxxxxx continues a number and cannot begin one.
    guard first & 0xC0 != 0x80, number <= longestNumber else { return nil }
    let size = [6: 1, 7: 2][frame[2] >> 4] ?? 0
    let rate = [12: 1, 13: 2, 14: 2][frame[2] & 0xF] ?? 0
    return numberStart + number + size + rate + 1
  }

  /// Returns the checksum with the polynomial x⁸ + x² + x + 1. The checksum of a header including its own checksum is
  /// zero.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt8 {
    bytes.reduce(UInt8(0)) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
    }
  }
}
