internal import AVFoundation

/// Sound as it is measured and changed: interleaved samples, floating point, full scale 1.
enum FloatSound {
  /// Returns the settings of a reader's output.
  ///
  /// - Parameters:
  ///   - sampleRate: the sample rate, in hertz.
  ///   - channels: the number of channels, or nil for the source's.
  ///   - bits: the number of bits of a sample, 32 or 64.
  static func settings(sampleRate: Int, channels: Int? = nil, bits: Int = 32) -> [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: sampleRate,
    ]
    if let channels { settings[AVNumberOfChannelsKey] = channels }
    return settings
  }
}
