internal import CEbur128

/// A meter of the integrated loudness of sound (ITU-R BS.1770-4, gated by EBU R 128), and of its true peak, which may
/// be between the samples.
///
/// Use it from one thread at a time.
package final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channels: Int

  /// - Returns: nil if the library does not support the number of channels or the rate, or if there is no memory.
  package init?(channels: Int, sampleRate: Int) {
    guard let count = UInt32(exactly: channels), let rate = UInt(exactly: sampleRate) else { return nil }
    let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    guard let state = ebur128_init(count, rate, Int32(bitPattern: mode)) else { return nil }
    self.state = state
    self.channels = channels
    for (channel, place) in Self.places(channels).enumerated() {
      ebur128_set_channel(state, UInt32(channel), Int32(bitPattern: place.rawValue))
    }
  }

  deinit { ebur128_destroy(&state) }

  /// Adds interleaved samples of whole frames. 1 is full scale.
  ///
  /// - Returns: false if there is no memory.
  package func add(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    guard let base = samples.baseAddress else { return true }
    return ebur128_add_frames_float(state, base, samples.count / channels) == Int32(EBUR128_SUCCESS.rawValue)
  }

  /// The loudness of the samples added so far, in LUFS. It is nil if they are silent, or shorter than the 0.4 s of a
  /// measured block.
  package var loudness: Double? {
    var loudness = 0.0
    let code = ebur128_loudness_global(state, &loudness)
    return code == Int32(EBUR128_SUCCESS.rawValue) && loudness.isFinite ? loudness : nil
  }

  /// The highest true peak of all channels, where 1 is full scale.
  package var truePeak: Double {
    (0..<channels).map { channel in
      var peak = 0.0
      ebur128_true_peak(state, UInt32(channel), &peak)
      return peak
    }.max() ?? 0
  }

  /// Returns the positions of the speakers in the usual layout of a number of channels, in the order of WAVE. The list
  /// is empty if the library's default is the same (up to 5.1).
  private static func places(_ channels: Int) -> [channel] {
    let front = [EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER, EBUR128_UNUSED]
    return switch channels {
    case 7: front + [EBUR128_Mp180, EBUR128_Mp090, EBUR128_Mm090]
    case 8: front + [EBUR128_Mp135, EBUR128_Mm135, EBUR128_Mp090, EBUR128_Mm090]
    default: []
    }
  }
}
