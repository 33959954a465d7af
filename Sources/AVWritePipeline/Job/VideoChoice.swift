/// What is wanted of the video tracks.
public struct VideoChoice: Sendable, Hashable, Codable {
  /// What the pictures are encoded as.
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    case h264, hevc, prores, mjpeg
    /// The encoded pictures as they are.
    case copy
    /// No video tracks.
    case none
  }

  /// The encoder's trade of time for size, in the words of x264 and x265.
  public enum Speed: String, Sendable, Hashable, Codable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
  }

  /// A subset of H.264 or HEVC for players that know no other (annex A of ITU-T H.264 and H.265), or one of ProRes's
  /// rates.
  public enum Profile: String, Sendable, Hashable, Codable, CaseIterable {
    case baseline, main, high, main10, proxy, lt, standard, hq
    case fullChroma = "4444"
    case fullChromaXQ = "4444xq"

    /// The codecs that have it.
    public var codecs: Set<Codec> {
      switch self {
      case .baseline, .high: [.h264]
      case .main: [.h264, .hevc]
      case .main10: [.hevc]
      case .proxy, .lt, .standard, .hq, .fullChroma, .fullChromaXQ: [.prores]
      }
    }
  }

  /// The samples that are encoded, in libavutil's words.
  public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case yuv420p, yuv422p, yuv444p, yuv420p10, yuv422p10, yuv444p10

    var bitsPerComponent: Int {
      switch self {
      case .yuv420p, .yuv422p, .yuv444p: 8
      case .yuv420p10, .yuv422p10, .yuv444p10: 10
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
    /// The constant rate factor of x264 and x265, 0 (lossless) to 51.
    case quality(Double)
    case averageBitRate(BitRate)
  }

  public var codec = Codec.h264
  /// The codec's usual quality when nil.
  public var rateControl: RateControl?
  /// When nil the encoder's own default, medium; in real time one that keeps up, veryfast.
  public var speed: Speed?
  /// The encoder's choice when nil.
  public var profile: Profile?
  /// Seconds between key frames at most; the encoder's choice when nil.
  public var keyFrameInterval: Double?
  public var size = Size.source
  /// What the codec usually has when nil: 8-bit 4:2:0, which every player reads, and with HEVC as many bits as the source.
  public var pixelFormat: PixelFormat?

  public init() {}
}

extension VideoChoice.Codec {
  /// Whether pictures are encoded.
  public var encodes: Bool { self != .copy && self != .none }

  /// The rate factor where none is asked for: x264's and x265's own defaults; nil where the codec has none.
  public var defaultQuality: Double? {
    switch self {
    case .h264: 23
    case .hevc: 28
    case .prores, .mjpeg, .copy, .none: nil
    }
  }
}
