/// The duration that a FLAC frame states in its header (RFC 9639, 9.1).
package enum FLACFrameHeader {
  /// Returns the number of samples of each channel in a frame; `nil` for bytes that are not the start of a frame.
  package static func sampleCount(_ frame: UnsafeRawBufferPointer) -> Int? {
    // 15 bits of sync code; the block size in the high half of the third byte.
    guard frame.count > shortest, frame[0] == 0xFF, frame[1] & 0xFE == 0xF8 else { return nil }
    let code = Int(frame[2] >> 4)
    switch code {
    case 1: return 192
    case 2...5: return 144 << code
    case 8...15: return 1 << code
    case 6, 7:
      // After the frame's or sample's number, whose first byte tells its length as in UTF-8.
      let start = 4 + max(1, (~frame[4]).leadingZeroBitCount)
      guard frame.count >= start + 2 else { return nil }
      return code == 6 ? Int(frame[start]) + 1 : (Int(frame[start]) << 8 | Int(frame[start + 1])) + 1
    default: return nil
    }
  }

  /// The number of bytes before the number, plus its first byte.
  private static let shortest = 5
}
