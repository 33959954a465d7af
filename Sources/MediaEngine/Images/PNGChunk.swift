import MediaInterop

/// Chunks of PNG files that the library does not write (Portable Network Graphics, third edition).
enum PNGChunk {
  /// The offset of the first byte behind the header: the signature of 8 bytes, and a chunk with 13 bytes of data and 12
  /// bytes around them.
  static let endOfHeader = 33

  /// Returns the chunk of the code points of H.273 (11.3.2.6): RGB in full range.
  static func codePoints(of color: ColorDescription) -> [UInt8] {
    chunk("cICP", [color.primaries, color.transfer, 0, 1])
  }

  private static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + bytes
    return bigEndian(UInt32(bytes.count)) + checked + bigEndian(checkSum(of: checked))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

  /// Returns the check sum of a chunk's type and bytes: CRC-32 (ISO 3309).
  private static func checkSum(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }
}
