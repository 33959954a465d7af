internal import CFFmpeg
import MediaSupport

extension AudioEncoder {
  /// What is to be encoded, and how.
  package struct Settings: Sendable, Hashable {
    package var codec: CodecID
    package var sampleRate: Int
    package var layout: ChannelLayout
    /// The kind of samples to keep where the codec has a choice (ALAC of 16 or 24 bits); `nil` for its first.
    package var sampleFormat: SampleFormat?
    /// Bits a second; required by AAC, refused by codecs whose rate follows from the samples.
    package var bitRate: Int?

    package init(codec: CodecID, sampleRate: Int, layout: ChannelLayout) {
      self.codec = codec
      self.sampleRate = sampleRate
      self.layout = layout
    }
  }
}

extension AudioEncoder.Settings {
  /// Bits that one AAC block of 1024 samples may have for each channel (ISO 14496-3 4.5.3.1).
  private static let aacBitsPerBlock = 6144
  private static let aacSamplesPerBlock = 1024

  /// Refuses what the library would change in silence, naming the setting.
  func validate(for codec: UnsafePointer<AVCodec>) throws {
    try require((1...64).contains(layout.count), "channel count", "\(layout.count)", "1 to 64 channels")
    try require((1...Int(Int32.max)).contains(sampleRate), "sample rate", "\(sampleRate)", "a positive rate")
    let rates = Self.rates(of: codec)
    let nearest = rates.min { abs($0 - sampleRate) < abs($1 - sampleRate) }
    try require(
      rates.isEmpty || rates.contains(sampleRate), "sample rate", "\(sampleRate) Hz", "\(nearest ?? 0) Hz")
    guard self.codec == .aac else {
      return try require(bitRate == nil, "bit rate", "\(bitRate ?? 0) bit/s", "none: it follows from the samples")
    }
    let most = Self.aacBitsPerBlock * layout.count * sampleRate / Self.aacSamplesPerBlock
    try require(
      (1...most).contains(bitRate ?? 0), "bit rate at \(sampleRate) Hz", "\(bitRate ?? 0) bit/s",
      "at most \(most) bit/s")
  }

  private func require(_ condition: Bool, _ setting: String, _ value: String, _ possible: String) throws {
    guard !condition else { return }
    throw MediaError(
      .unsupportedSettings, .encoding, "\(codec) cannot have the \(setting) \(value); it can have \(possible)")
  }

  /// The rates that the codec lists; empty where it takes any.
  private static func rates(of codec: UnsafePointer<AVCodec>) -> [Int] {
    guard var rate = codec.pointee.supported_samplerates else { return [] }
    var rates: [Int] = []
    while rate.pointee != 0 {
      rates.append(Int(rate.pointee))
      rate += 1
    }
    return rates
  }

  /// The library's format of samples that the encoder is to take.
  func cSampleFormat(for codec: UnsafePointer<AVCodec>) -> AVSampleFormat {
    guard var format = codec.pointee.sample_fmts else { return AV_SAMPLE_FMT_S16 }
    let first = format.pointee
    while format.pointee != AV_SAMPLE_FMT_NONE {
      if let found = SampleFormat.format(format.pointee), found.sampleFormat == sampleFormat { return format.pointee }
      format += 1
    }
    return first
  }
}
