/// The check of a FLAC frame against its own checksum.
package enum FLACFrame {
  /// Returns whether a frame's bytes were changed since they were written: they do not match the checksum at the end of
  /// the frame (RFC 9639, 9.3).
  package static func isBroken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The sum over a frame and its own checksum is zero.
    bytes.reduce(UInt16(0)) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] } != 0
  }

  /// The table of the polynomial x¹⁶ + x¹⁵ + x² + 1.
  private static let table: [UInt16] = (0..<256).map { value in
    (0..<8).reduce(UInt16(value) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
  }
}
