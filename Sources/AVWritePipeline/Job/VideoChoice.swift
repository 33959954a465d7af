/// What is wanted of the video tracks.
public struct VideoChoice: Sendable, Hashable, Codable {
  /// What the pictures are encoded as.
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    case h264
    /// The encoded pictures as they are.
    case copy
    /// No video tracks.
    case none
  }

  /// The encoder's trade of time for size, in x264's words.
  public enum Speed: String, Sendable, Hashable, Codable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
  }

  /// A subset of H.264 (ITU-T H.264, annex A), for players that know no other.
  public enum Profile: String, Sendable, Hashable, Codable, CaseIterable {
    case baseline, main, high
  }

  /// The samples that are encoded, in libavutil's words.
  public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case yuv420p, yuv422p, yuv444p, yuv420p10, yuv422p10

    var bitsPerComponent: Int {
      switch self {
      case .yuv420p, .yuv422p, .yuv444p: 8
      case .yuv420p10, .yuv422p10: 10
      }
    }
  }

  /// The size of the picture as displayed, after rotation and with square pixels.
  public enum Size: Sendable, Hashable, Codable {
    case source
    case exactly(PictureSize)
    /// The largest size with the source's shape inside this box; never larger than the source.
    case within(PictureSize)
  }

  /// What the encoder keeps constant.
  public enum RateControl: Sendable, Hashable, Codable {
    /// x264's constant rate factor, 0 (lossless) to 51.
    case quality(Double)
    case averageBitRate(BitRate)
  }

  /// x264's own default, and HandBrake's region for full quality.
  public static let defaultQuality = 23.0

  public var codec = Codec.h264
  public var rateControl = RateControl.quality(defaultQuality)
  /// When nil x264's own default, medium; in real time one that keeps up, veryfast.
  public var speed: Speed?
  /// The source is read at its own pace, and pictures that come while the encoder is busy are dropped.
  public var isRealTime = false
  /// The encoder's choice when nil.
  public var profile: Profile?
  /// Seconds between key frames at most; the encoder's choice when nil.
  public var keyFrameInterval: Double?
  public var size = Size.source
  /// 8-bit 4:2:0, which every player reads, when nil.
  public var pixelFormat: PixelFormat?

  public init() {}
}
