internal import CFFmpeg
package import MediaSupport

extension AudioEncoder {
  /// The settings of an encoder.
  package struct Settings: Sendable, Hashable {
    package var codec: CodecID
    package var sampleRate: Int
    package var layout: ChannelLayout
    /// The sample format, if the codec has a choice (ALAC of 16 or 24 bits); `nil` for its first.
    package var sampleFormat: SampleFormat?
    /// The bit rate in bits a second. AAC requires it, and codecs whose rate follows from the samples refuse it. For
    /// other codecs `nil` means the library's choice.
    package var bitRate: Int?

    package init(codec: CodecID, sampleRate: Int, layout: ChannelLayout) {
      self.codec = codec
      self.sampleRate = sampleRate
      self.layout = layout
    }
  }
}

extension AudioEncoder.Settings {
  /// The number of bits that one AAC block of 1024 samples may have for each channel (ISO 14496-3 4.5.3.1).
  private static let aacBitsPerBlock = 6144
  private static let aacSamplesPerBlock = 1024

  /// The bit rates that a frame of AC-3 can have (ETSI TS 102 366, table 4.13), in bits a second.
  package static let ac3BitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ].map { $0 * 1000 }

  /// The number of bits that a frame of Enhanced AC-3 may have: 2048 words of 16 bits for its 1536 samples (ETSI TS 102
  /// 366, E.1.3.1.3).
  private static let eac3BitsPerFrame = 2048 * 16
  private static let eac3SamplesPerFrame = 1536

  /// The bit rates that libopus takes (opus_encoder_ctl, OPUS_SET_BITRATE), for each channel at the upper end.
  private static let leastOpusBitRate = 500
  private static let mostOpusBitRate = 256_000

  /// Refuses settings that the library would change silently. The error names the setting.
  func validate() throws {
    try require((1...64).contains(layout.count), "channel count", "\(layout.count)", "1 to 64 channels")
    try require((1...Int(Int32.max)).contains(sampleRate), "sample rate", "\(sampleRate)", "a positive rate")
    let rates = codec.encoderSampleRates
    let nearest = rates.min { abs($0 - sampleRate) < abs($1 - sampleRate) }
    try require(
      rates.isEmpty || rates.contains(sampleRate), "sample rate", "\(sampleRate) Hz", "\(nearest ?? 0) Hz")
    let layouts = codec.encoderLayouts
    let names = layouts.map(\.name).joined(separator: ", ")
    try require(layouts.isEmpty || layouts.contains(layout), "channel layout", layout.name, names)
    try validateBitRate()
  }

  private func validateBitRate() throws {
    switch codec {
    case .ac3:
      guard let bitRate, let nearest = Self.ac3BitRates.min(by: { abs($0 - bitRate) < abs($1 - bitRate) }) else {
        return
      }
      try require(nearest == bitRate, "bit rate", "\(bitRate) bit/s", "\(nearest) bit/s")
    // The possible rates depend on the codec's own tables, so the library itself refuses the others.
    case .vorbis: break
    default:
      guard let possible = possibleBitRates else {
        return try require(bitRate == nil, "bit rate", "\(bitRate ?? 0) bit/s", "none: it follows from the samples")
      }
      if codec == .aac || bitRate != nil { try requireBitRate(possible, bitRate ?? 0) }
    }
  }

  /// The bit rates of a codec that takes any number within bounds; `nil` for another.
  package var possibleBitRates: ClosedRange<Int>? {
    switch codec {
    case .aac: 1...max(1, Self.aacBitsPerBlock * layout.count * sampleRate / Self.aacSamplesPerBlock)
    case .opus: Self.leastOpusBitRate...Self.mostOpusBitRate * max(1, layout.count)
    case .eac3:
      Self.ac3BitRates[0]...max(Self.ac3BitRates[0], Self.eac3BitsPerFrame * sampleRate / Self.eac3SamplesPerFrame)
    default: nil
    }
  }

  private func requireBitRate(_ possible: ClosedRange<Int>, _ rate: Int) throws {
    try require(
      possible.contains(rate), "bit rate at \(sampleRate) Hz", "\(rate) bit/s",
      rate > possible.upperBound ? "at most \(possible.upperBound) bit/s" : "at least \(possible.lowerBound) bit/s")
  }

  private func require(_ condition: Bool, _ setting: String, _ value: String, _ possible: String) throws {
    guard !condition else { return }
    throw MediaError(
      .unsupportedSettings, .encoding, "\(codec) cannot have the \(setting) \(value); it can have \(possible)")
  }

  /// Returns the library's sample format for the encoder's input.
  func cSampleFormat(for codec: UnsafePointer<AVCodec>) -> AVSampleFormat {
    guard var format = cff_codec_sample_formats(codec) else { return AV_SAMPLE_FMT_S16 }
    let first = format.pointee
    while format.pointee != AV_SAMPLE_FMT_NONE {
      if let found = SampleFormat.format(format.pointee), found.sampleFormat == sampleFormat { return format.pointee }
      format += 1
    }
    return first
  }
}
