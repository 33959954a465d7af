/// The header of an MPEG audio layer III frame (ISO 11172-3 2.4.1.3), as far as framing needs it.
struct MP3Frame {
  enum Version {
    case mpeg1, mpeg2, mpeg25

    init(sampleRate: Int) {
      self = sampleRate >= 32000 ? .mpeg1 : sampleRate >= 16000 ? .mpeg2 : .mpeg25
    }

    /// The bit rates in kilobits a second by the header's four bits: 0 is the free format, 15 is forbidden.
    var bitRates: [Int?] {
      switch self {
      case .mpeg1: [nil, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, nil]
      case .mpeg2, .mpeg25: [nil, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, nil]
      }
    }

    /// The sample rates in Hz by the header's two bits.
    var sampleRates: [Int?] {
      switch self {
      case .mpeg1: [44100, 48000, 32000, nil]
      case .mpeg2: [22050, 24000, 16000, nil]
      case .mpeg25: [11025, 12000, 8000, nil]
      }
    }

    /// The number of samples per channel in a frame.
    var samplesPerFrame: Int { self == .mpeg1 ? 1152 : 576 }
  }

  static let headerSize = 4

  var version: Version
  /// The number of bytes from this header to the next.
  var byteCount: Int

  /// Reads the four bytes at the start; `nil` if they are not a header of this kind with a known length.
  init?(_ header: some Collection<UInt8>) {
    var word: UInt32 = 0
    for byte in header.prefix(Self.headerSize) { word = word << 8 | UInt32(byte) }
    let isLayer3 = word >> 17 & 3 == 1
    guard header.count >= Self.headerSize, word >> 21 == 0x7FF, isLayer3 else { return nil }
    switch word >> 19 & 3 {
    case 0: version = .mpeg25
    case 2: version = .mpeg2
    case 3: version = .mpeg1
    default: return nil
    }
    guard let rate = version.bitRates[Int(word >> 12 & 15)], let frequency = version.sampleRates[Int(word >> 10 & 3)]
    else { return nil }
    let padding = Int(word >> 9 & 1)
    byteCount = version.samplesPerFrame / 8 * rate * 1000 / frequency + padding
  }
}
