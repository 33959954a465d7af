package import MediaSupport

/// A raw audio sample's type. Values are native-endian unless a codec says otherwise.
package enum SampleFormat: Sendable, Hashable {
  case u8, s16, s32, s64, f32, f64

  package var bytesPerSample: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s32, .f32: 4
    case .s64, .f64: 8
    }
  }
}

/// The format of decoded audio: rate, channels and the arrangement of samples in memory.
package struct AudioFormat: Sendable, Hashable {
  package var sampleRate: Int
  package var layout: ChannelLayout
  package var sampleFormat: SampleFormat
  /// A Boolean value that says whether each channel has its own plane; otherwise all channels are interleaved in one
  /// plane.
  package var isPlanar: Bool

  package init(sampleRate: Int, layout: ChannelLayout, sampleFormat: SampleFormat, isPlanar: Bool) {
    self.sampleRate = sampleRate
    self.layout = layout
    self.sampleFormat = sampleFormat
    self.isPlanar = isPlanar
  }
}
