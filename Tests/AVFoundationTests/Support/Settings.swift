import AVFoundation

/// Settings that the tests start from.
enum Settings {
  /// H.264 at a speed that keeps the tests short and has B-frames.
  static func video(
    width: Int = 64, height: Int = 48, codecOnly: Bool = false, compression: [String: Any] = [:],
    _ more: [String: Any] = [:]
  ) -> [String: Any] {
    var settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264,
      AVVideoCompressionPropertiesKey: [AVVideoEncoderSpeedKey: "superfast"].merging(compression) { $1 },
    ]
    if !codecOnly {
      settings[AVVideoWidthKey] = width
      settings[AVVideoHeightKey] = height
    }
    return settings.merging(more) { $1 }
  }

  static func aac(rate: Int = 48_000, channels: Int = 1, _ more: [String: Any] = [:]) -> [String: Any] {
    [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels]
      .merging(more) { $1 }
  }

  static func pcm(
    rate: Int = 48_000, channels: Int = 1, bits: Int = 16, isFloat: Bool = false, isBigEndian: Bool = false
  ) -> [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels,
      AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
      AVLinearPCMIsNonInterleaved: false,
    ]
  }
}
