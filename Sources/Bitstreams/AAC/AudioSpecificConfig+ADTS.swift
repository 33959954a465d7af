extension AudioSpecificConfig {
  /// Returns the configuration without a core coder that the stream depends on, and without an extension.
  ///
  /// Streams of frames that have their own headers (ADTS, ISO 14496-3, 1.A.2.2) can express neither, and writers set
  /// the flags in error: players decode such a stream as the plain coding that it is. Object types other than the first
  /// four, and rates and channels that are spelled out, are returned without changes.
  package static func withoutScalability(_ bytes: [UInt8]) -> [UInt8] {
    // 5 bits of object type, 4 of the rate's index, 4 of the channels, and three flags (1.6.2.1, 4.4.1).
    guard bytes.count >= 2, (1...4).contains(bytes[0] >> 3) else { return bytes }
    let rateIndex = (bytes[0] & 0x07) << 1 | bytes[1] >> 7
    let channels = bytes[1] >> 3 & 0x0F
    guard rateIndex != 0x0F, channels != 0, bytes[1] & 0x03 != 0 else { return bytes }
    return [bytes[0], bytes[1] & ~0x03]
  }
}
