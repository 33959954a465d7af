package import MediaSupport

/// The header of an AC-3 or E-AC-3 syncframe (ETSI TS 102 366, 4.3 to 4.4 and annex E.1.2 to E.1.3).
package struct AC3SyncFrame: Hashable, Sendable {
  /// `strmtyp` of E-AC-3 (E.1.3.1.1); AC-3 frames are independent.
  package enum Kind: UInt8, Sendable {
    case independent, dependent
    /// An AC-3 stream converted to E-AC-3, which is independent.
    case converted
  }

  package var isEnhanced: Bool
  package var kind: Kind = .independent
  package var substream: UInt8 = 0
  /// `fscod`, 3 where the rate is halved (E-AC-3).
  package var rateCode: UInt8
  /// The sample rate in hertz.
  package var sampleRate: Int
  /// The frame's size in bytes.
  package var frameSize: Int
  /// The number of samples in the frame: 256 for each audio block.
  package var samplesPerFrame: Int
  /// `bsid`: up to 10 is AC-3, 11 to 16 E-AC-3.
  package var bitstreamIdentification: UInt8
  /// `bsmod`; 0 (complete main) where E-AC-3 does not have it.
  package var bitstreamMode: UInt8 = 0
  /// `acmod`.
  package var audioCodingMode: UInt8
  package var hasLowFrequency: Bool
  /// `frmsizecod` / 2 of AC-3, an index of bit rates.
  package var bitRateCode: UInt8 = 0
  /// `chanmap` of a dependent substream. Its first bit (left) is the highest.
  package var channelMap: UInt16?
  /// The number of objects in a joint object coded (Atmos) stream: `complexity_index_type_a` (TS 103 420, 8.3).
  package var objectComplexity: UInt8?

  /// The number of channels in this substream.
  package var channels: Int { Self.channels(audioCodingMode: audioCodingMode, hasLowFrequency: hasLowFrequency) }

  /// Returns the number of channels for `acmod` (table 4.3) and `lfeon`.
  static func channels(audioCodingMode: UInt8, hasLowFrequency: Bool) -> Int {
    [2, 1, 2, 3, 3, 4, 4, 5][Int(audioCodingMode & 7)] + (hasLowFrequency ? 1 : 0)
  }

  /// The bit rate, in bits per second, at this frame's size.
  package var bitRate: Int { frameSize * 8 * sampleRate / samplesPerFrame }

  /// Parses the frame at the start of `frame`. Only the header must be there.
  package init(frame: ArraySlice<UInt8>) throws(MediaError) {
    var reader = BitReader(frame, of: "the AC-3 syncframe")
    guard try reader.int(16) == 0x0b77 else { throw reader.invalid("syncword") }
    // bsid is at the same place in both syntaxes, so that a reader can tell them apart.
    var peek = reader
    try peek.skip(24)
    bitstreamIdentification = try peek.uint8(5)
    guard bitstreamIdentification <= 16 else { throw reader.invalid("bsid") }
    isEnhanced = bitstreamIdentification > 10

    if isEnhanced {
      guard let kind = Kind(rawValue: try reader.uint8(2)) else { throw reader.invalid("strmtyp") }
      self.kind = kind
      substream = try reader.uint8(3)
      frameSize = 2 * (1 + (try reader.int(11)))
      rateCode = try reader.uint8(2)
      let code = try reader.int(2)
      if rateCode == 3 {
        guard code < 3 else { throw reader.invalid("fscod2") }
        sampleRate = Self.sampleRates[code] / 2
        samplesPerFrame = 6 * 256
      } else {
        sampleRate = Self.sampleRates[Int(rateCode)]
        samplesPerFrame = 256 * [1, 2, 3, 6][code]
      }
      audioCodingMode = try reader.uint8(3)
      hasLowFrequency = try reader.bit()
      try reader.skip(5)  // bsid
      try readEnhancedInformation(from: &reader)
    } else {
      try reader.skip(16)  // crc1
      rateCode = try reader.uint8(2)
      guard rateCode < 3 else { throw reader.invalid("fscod") }
      let sizeCode = try reader.int(6)
      guard sizeCode < 2 * Self.kilobits.count else { throw reader.invalid("frmsizecod") }
      bitRateCode = UInt8(sizeCode >> 1)
      // bsid 9 and 10 halve and quarter the rate: a practice that the standard mentions and does not define.
      let divisor = 1 << max(0, Int(bitstreamIdentification) - 8)
      sampleRate = Self.sampleRates[Int(rateCode)] / divisor
      samplesPerFrame = 6 * 256
      frameSize = Self.frameSize(rateCode: rateCode, sizeCode: sizeCode)
      try reader.skip(5)  // bsid
      bitstreamMode = try reader.uint8(3)
      audioCodingMode = try reader.uint8(3)
      if audioCodingMode & 1 != 0 && audioCodingMode != 1 { try reader.skip(2) }  // cmixlev
      if audioCodingMode & 4 != 0 { try reader.skip(2) }  // surmixlev
      if audioCodingMode == 2 { try reader.skip(2) }  // dsurmod
      hasLowFrequency = try reader.bit()
    }
  }

  /// Returns the frames of a sample, in order.
  ///
  /// Bytes after the first frame that are not the start of a frame end the list: they are padding, or damage that
  /// decoders judge.
  package static func all(in sample: [UInt8]) throws(MediaError) -> [AC3SyncFrame] {
    var frames = [try AC3SyncFrame(frame: sample[...])]
    var start = frames[0].frameSize
    while start < sample.count, let frame = try? AC3SyncFrame(frame: sample[start...]) {
      frames.append(frame)
      start += frame.frameSize
    }
    return frames
  }

  /// The number of bytes that `frameSize(header:)` looks at.
  package static let sizeHeaderSize = 6

  /// Returns the size of the frame that begins with some bytes, in bytes. It is `nil` for bytes that are no header.
  package static func frameSize(header bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= sizeHeaderSize, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
    let isEnhanced = bytes[5] >> 3 > 10
    if isEnhanced { return 2 * ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) }
    let (rateCode, sizeCode) = (bytes[4] >> 6, Int(bytes[4] & 0x3F))
    guard rateCode < 3, sizeCode < 2 * kilobits.count else { return nil }
    return frameSize(rateCode: rateCode, sizeCode: sizeCode)
  }

  /// Returns the number of samples of each channel in the frames of a sample; `nil` for bytes that begin no frame.
  ///
  /// Dependent substreams and programs after the first are not counted: they are heard at the same time as the first
  /// program.
  package static func sampleCount(in sample: UnsafeRawBufferPointer) -> Int? {
    guard let frames = try? all(in: [UInt8](sample)) else { return nil }
    return frames.reduce(0) { $1.kind != .dependent && $1.substream == 0 ? $0 + $1.samplesPerFrame : $0 }
  }

  /// The rates of `fscod` (table 4.1), in hertz.
  package static let sampleRates = [48_000, 44_100, 32_000]

  /// The bit rates of `frmsizecod` / 2, in kbit/s (table 4.13).
  static let kilobits = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]

  /// Returns a frame's size in bytes (table 4.13): 1536 samples at the bit rate, in 16-bit words; at 44.1 kHz odd codes
  /// have one word more.
  private static func frameSize(rateCode: UInt8, sizeCode: Int) -> Int {
    let rate = sampleRates[Int(rateCode)]
    let words = kilobits[sizeCode >> 1] * 1000 * 1536 / (rate * 16)
    return 2 * (words + (rateCode == 1 ? sizeCode & 1 : 0))
  }
}
