/// The header of a frame of MPEG audio (ISO 11172-3, 2.4.1.3; ISO 13818-3 for the lower rates; MPEG-2.5).
struct MPEGAudioHeader {
  let layer: Int
  /// The number of bytes of the whole frame, with the header; `nil` for "free format", whose bit rate is not stated.
  let byteCount: Int?
  /// The offset of an encoder's info tag in the first frame: after the header and the place of layer III's side
  /// information.
  let sideInformationEnd: Int

  static let size = 4

  /// Parses a header; `nil` for bytes that are no header.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    let word = bytes.prefix(Self.size).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    let version = Int(word >> 19 & 3)  // 0 MPEG-2.5, 2 MPEG-2, 3 MPEG-1
    layer = 4 - Int(word >> 17 & 3)
    let bitRateIndex = Int(word >> 12 & 15)
    let rateIndex = Int(word >> 10 & 3)
    let padding = Int(word >> 9 & 1)
    let isMono = word >> 6 & 3 == 3
    guard word >> 21 == 0x7FF, version != 1, layer != 4, bitRateIndex != 15, rateIndex != 3 else { return nil }

    let isMPEG1 = version == 3
    let rate = Self.sampleRates[rateIndex] >> (isMPEG1 ? 0 : version == 2 ? 1 : 2)
    let bitRates = Self.bitRates[isMPEG1 ? layer - 1 : layer == 1 ? 3 : 4]
    let bitsPerSecond = bitRates[bitRateIndex] * 1000
    byteCount =
      switch (bitRateIndex, layer) {
      case (0, _): nil
      case (_, 1): (12 * bitsPerSecond / rate + padding) * 4
      case (_, 3) where !isMPEG1: 72 * bitsPerSecond / rate + padding
      default: 144 * bitsPerSecond / rate + padding
      }
    sideInformationEnd =
      switch (isMPEG1, isMono) {
      case (true, false): Self.size + 32
      case (false, true): Self.size + 9
      default: Self.size + 17
      }
  }

  private static let sampleRates = [44_100, 48_000, 32_000]

  /// The bit rates in thousands of bits a second by index: MPEG-1 layers I, II and III, then MPEG-2 layer I, and layers
  /// II and III.
  private static let bitRates = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
