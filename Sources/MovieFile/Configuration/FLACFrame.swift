/// A frame of FLAC, by its own checksum.
package enum FLACFrame {
  /// Whether a frame's bytes are other than they were written: they do not have the checksum that ends the frame (RFC 9639,
  /// 9.3).
  package static func isBroken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Over a frame and its own checksum the sum is zero.
    bytes.reduce(UInt16(0)) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] } != 0
  }

  /// x¹⁶ + x¹⁵ + x² + 1.
  private static let table: [UInt16] = (0..<256).map { value in
    (0..<8).reduce(UInt16(value) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
  }
}
