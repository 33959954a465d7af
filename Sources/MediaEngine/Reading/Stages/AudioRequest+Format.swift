import MediaInterop
import MediaSupport

extension AudioRequest {
  /// Returns the format to convert decoded sound to. Samples are packed after the conversion.
  func format(for decoded: AudioFormat) -> AudioFormat {
    if isNative { return decoded }
    var format = decoded
    if let sampleRate { format.sampleRate = sampleRate }
    if let channelCount {
      let mask = channelMask ?? (channelCount == decoded.layout.count ? decoded.layout.mask : nil)
      format.layout = ChannelLayout(count: channelCount, mask: mask ?? ChannelLayout.default(count: channelCount).mask)
    }
    if let sampleType { format.sampleFormat = sampleType.format }
    format.isPlanar = isNonInterleaved ?? false
    return format
  }
}

extension AudioRequest.SampleType {
  /// The sample format of decoders and converters.
  var format: SampleFormat {
    switch self {
    case .unsigned8: .u8
    case .signed16: .s16
    case .signed32: .s32
    case .float32: .f32
    case .float64: .f64
    }
  }

  /// Makes the type; `nil` for a format that clients cannot ask for.
  init?(_ format: SampleFormat) {
    let types: [SampleFormat: Self] = [
      .u8: .unsigned8, .s16: .signed16, .s32: .signed32, .f32: .float32, .f64: .float64,
    ]
    guard let type = types[format] else { return nil }
    self = type
  }
}
