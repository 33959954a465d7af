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

/// Decoded audio: rate, channels and how samples lie in memory.
package struct AudioFormat: Sendable, Hashable {
  package var sampleRate: Int
  package var layout: ChannelLayout
  package var sampleFormat: SampleFormat
  /// A Boolean value that says whether each channel has a plane; otherwise all channels are interleaved in one plane.
  package var isPlanar: Bool

  package init(sampleRate: Int, layout: ChannelLayout, sampleFormat: SampleFormat, isPlanar: Bool) {
    self.sampleRate = sampleRate
    self.layout = layout
    self.sampleFormat = sampleFormat
    self.isPlanar = isPlanar
  }
}

/// The speakers that the channels are for, in WAVE/libav bit order, or just the number of channels.
package struct ChannelLayout: Sendable, Hashable {
  package var count: Int
  /// Bit mask of speakers in WAVEFORMATEXTENSIBLE's order (0 = unknown positions).
  package var mask: UInt64

  package init(count: Int, mask: UInt64) {
    self.count = count
    self.mask = mask
  }
}
