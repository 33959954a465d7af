internal import AVFoundation

/// Sound as it is measured and changed: interleaved samples of 32 bits, floating point, full scale 1.
enum FloatSound {
  /// Returns the settings of a reader's output.
  ///
  /// - Parameters:
  ///   - sampleRate: the sample rate, in hertz.
  ///   - channels: the number of channels; nil for the source's.
  static func settings(sampleRate: Int, channels: Int? = nil) -> [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: sampleRate,
    ]
    if let channels { settings[AVNumberOfChannelsKey] = channels }
    return settings
  }
}
