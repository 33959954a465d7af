import AVFoundation
import Testing

/// A form of linear PCM, in which the tones of `ComputedMedia` can be had.
struct PCMForm: Sendable, CustomTestStringConvertible {
  enum Kind: String { case signed, unsigned, float }

  var kind = Kind.signed
  var bits: Int
  /// The number of bytes of a sample.
  var bytes: Int
  var isBigEndian = false
  /// A Boolean value that says whether bits that do not fill the bytes are the high ones.
  var isAlignedHigh = false
  var isPlanar = false

  var testDescription: String {
    let order = isBigEndian ? "big-endian" : "little-endian"
    let gap = bits == bytes * 8 ? "" : " in \(bytes) bytes, \(isAlignedHigh ? "high" : "low")"
    return "\(bits) bits\(gap), \(kind.rawValue), \(order)\(isPlanar ? ", in planes" : "")"
  }

  /// The forms whose bits do not fill the bytes.
  static let gapped: [PCMForm] = [false, true].flatMap { isBigEndian in
    gaps.map { PCMForm(bits: $0.bits, bytes: $0.bytes, isBigEndian: isBigEndian, isAlignedHigh: $0.isHigh) }
  }

  private static let gaps: [(bits: Int, bytes: Int, isHigh: Bool)] = [
    (24, 4, true), (24, 4, false), (16, 4, true), (16, 4, false), (20, 3, true), (20, 3, false),
  ]

  /// The forms whose bits fill the bytes.
  static let packed: [PCMForm] =
    [
      PCMForm(bits: 8, bytes: 1), PCMForm(kind: .unsigned, bits: 8, bytes: 1),
      PCMForm(bits: 24, bytes: 3, isPlanar: true),
    ]
    + [false, true].flatMap { isBigEndian in
      depths.map { PCMForm(kind: $0.kind, bits: $0.bits, bytes: $0.bits / 8, isBigEndian: isBigEndian) }
    }

  private static let depths: [(kind: Kind, bits: Int)] = [
    (.signed, 16), (.signed, 24), (.signed, 32), (.signed, 64), (.unsigned, 16), (.unsigned, 24), (.unsigned, 32),
    (.float, 32), (.float, 64),
  ]

  private var flags: AudioFormatFlags {
    var flags: AudioFormatFlags = 0
    if kind == .float { flags |= kAudioFormatFlagIsFloat }
    if kind == .signed { flags |= kAudioFormatFlagIsSignedInteger }
    if isBigEndian { flags |= kAudioFormatFlagIsBigEndian }
    if bits == bytes * 8 { flags |= kAudioFormatFlagIsPacked }
    if isAlignedHigh { flags |= kAudioFormatFlagIsAlignedHigh }
    if isPlanar { flags |= kAudioFormatFlagIsNonInterleaved }
    return flags
  }

  func format(rate: Double = 48_000, channels: Int) throws -> CMFormatDescription {
    let size = UInt32(isPlanar ? bytes : bytes * channels)
    return try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: size,
        mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: UInt32(channels), mBitsPerChannel: UInt32(bits),
        mReserved: 0))
  }

  /// The tones at a position, as precisely as this form has them.
  func value(_ position: Int, channel: Int) -> Float {
    let tone = ComputedMedia.tone(position, channel: channel, rate: 48_000)
    return kind == .float ? tone : Float(Double(integer(tone)) / scale)
  }

  private var scale: Double { Double(sign: .plus, exponent: bits - 1, significand: 1) }

  private func integer(_ tone: Float) -> Int64 { Int64((Double(tone) * scale).rounded(.down)) }

  /// The bytes of one sample.
  func stored(_ position: Int, channel: Int) -> [UInt8] {
    let tone = ComputedMedia.tone(position, channel: channel, rate: 48_000)
    var word: UInt64
    switch kind {
    case .float: word = bits == 32 ? UInt64(tone.bitPattern) : Double(tone).bitPattern
    case .signed: word = UInt64(bitPattern: integer(tone))
    case .unsigned: word = UInt64(bitPattern: integer(tone) + Int64(scale))
    }
    if isAlignedHigh { word <<= UInt64(bytes * 8 - bits) }
    let littleEndian = (0..<bytes).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) }
    return isBigEndian ? littleEndian.reversed() : littleEndian
  }

  /// The tones of `start..<start + count` in this form. At another rate than 48 kHz they are as much lower or higher.
  func sample(start: Int, count: Int, rate: Double = 48_000, channels: Int) throws -> CMSampleBuffer {
    let scale = CMTimeScale(rate.rounded())
    let (positions, all) = (start..<start + count, 0..<channels)
    let data =
      isPlanar
      ? all.flatMap { channel in positions.flatMap { stored($0, channel: channel) } }
      : positions.flatMap { position in all.flatMap { stored(position, channel: $0) } }
    return try CMSampleBuffer(
      dataBuffer: ComputedMedia.blockBuffer(data), formatDescription: format(rate: rate, channels: channels),
      numSamples: count,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: scale),
          presentationTimeStamp: CMTime(value: CMTimeValue(start), timescale: scale), decodeTimeStamp: .invalid)
      ], sampleSizes: isPlanar ? [] : [bytes * channels])
  }

  /// Writes the tones in this form, in buffers of 1000 frames.
  func write(
    to url: URL, fileType: AVFileType = .mov, settings: [String: Any]?, count: Int, rate: Double = 48_000, channels: Int
  ) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let hint = try format(rate: rate, channels: channels)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings, sourceFormatHint: hint)
    writer.add(input)
    try WrittenFile.start(writer)
    for start in stride(from: 0, to: count, by: 1000) {
      input.waitUntilReady()
      let sample = try sample(start: start, count: min(1000, count - start), rate: rate, channels: channels)
      guard input.append(sample) else { throw writer.error ?? ReadMedia.Failure(description: "sound was refused") }
    }
    try finishWriting(writer)
  }

  /// Returns the greatest difference of sound to these tones.
  func greatestDifference(from sound: ReadMedia.DecodedSound) -> Float {
    var greatest: Float = 0
    for (index, sample) in sound.samples.enumerated() {
      let (position, channel) = index.quotientAndRemainder(dividingBy: sound.channels)
      greatest = max(greatest, abs(sample - value(position, channel: channel)))
    }
    return greatest
  }
}
