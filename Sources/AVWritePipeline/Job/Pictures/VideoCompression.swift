internal import AVFoundation

/// The settings of a video encoder, which pass unchanged from the options through the plan to the writer.
///
/// A setting is nil if the codec or its encoder decides. The form of each setting in the writer's settings, in the
/// plan's JSON and in the plan's text is defined here, too, so that this file has everything about a setting between
/// its option and the writer.
public struct VideoCompression: Sendable, Hashable, Codable {
  /// The quantity that the encoder keeps constant.
  public enum RateControl: Sendable, Hashable, Codable {
    /// The quality on the codec's own scale (`VideoChoice.Codec.qualities`). A lower value is a better and larger output.
    case quality(Double)
    case averageBitRate(BitRate)
    /// The size of the file, which is reached in several passes.
    case size(ByteCount)
    /// The mean structural similarity of luma, which is reached in several passes.
    case similarity(Double)
  }

  /// The encoder's trade of time for size, in the words of x264 and x265, to which other encoders' steps are mapped
  /// (SVT-AV1, libvpx).
  public enum Speed: String, Sendable, Hashable, Codable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
  }

  /// A subset of H.264 or HEVC for players that support no other (annex A of ITU-T H.264 and H.265), or one of ProRes's
  /// rates.
  public enum Profile: String, Sendable, Hashable, Codable, CaseIterable {
    case baseline, main, high, main10, proxy, lt, standard, hq
    case fullChroma = "4444"
    case fullChromaXQ = "4444xq"

    /// The codecs that have the profile.
    public var codecs: Set<VideoChoice.Codec> {
      switch self {
      case .baseline, .high: [.h264]
      case .main: [.h264, .hevc]
      case .main10: [.hevc]
      case .proxy, .lt, .standard, .hq, .fullChroma, .fullChromaXQ: [.prores]
      }
    }
  }

  /// The kind of pictures, or the purpose, that x264 tunes its decisions to.
  public enum Tune: String, Sendable, Hashable, Codable, CaseIterable {
    case film, animation, grain, stillimage, psnr, ssim, fastdecode
  }

  /// The rate control; the codec's usual quality when nil.
  public var rateControl: RateControl?
  /// The most bits in a second, for a receiver whose buffer holds a second of them; no limit when nil.
  public var maximumBitRate: BitRate?
  /// The speed. If it is nil, it is `medium`, or in real time one that keeps up.
  public var speed: Speed?
  /// The kind of pictures; no assumption is made when nil.
  public var tune: Tune?
  /// The profile; the encoder's choice when nil.
  public var profile: Profile?
  /// The longest time between key frames, in seconds; the encoder's choice when nil.
  public var keyFrameInterval: Double?
  /// The layout and depth of the samples.
  ///
  /// If it is nil, they are the codec's usual ones. For H.264 these are 8-bit 4:2:0, which every player reads, and 10
  /// bits for high dynamic range. HEVC, AV1 and VP9 have as many bits as the source, 10 at most.
  public var pixelFormat: PixelFormat?

  public init() {}

  /// A Boolean value that says whether nothing is set except the speed, which is also used for other work than
  /// encoding.
  var isUsual: Bool {
    var settings = self
    settings.speed = nil
    return settings == VideoCompression()
  }

  /// The options among these settings that no other encoder than H.264's has.
  var optionsOfH264: [String] {
    [maximumBitRate.map { _ in "--max-bitrate" }, tune.map { _ in "--tune" }].compactMap(\.self)
  }

  /// Removes the settings that have a meaning for one codec alone: a quality is on that codec's own scale, and a profile
  /// is its own subset.
  mutating func forgetCodec() {
    var kept = VideoCompression()
    (kept.speed, kept.keyFrameInterval) = (speed, keyFrameInterval)
    self = kept
  }
}

extension VideoCompression {
  /// The largest difference of a part from the source, as a multiple of the difference of all parts together.
  private static let largestShareOfDifference = 2.0
  private static let leastSSIM = 0.01

  /// Returns the values of `AVVideoCompressionPropertiesKey` for an encoder of a codec.
  func properties(for codec: VideoChoice.Codec) -> [String: Any] {
    var properties: [String: Any] = [:]
    switch rateControl {
    case .quality(let factor)?: properties[AVVideoConstantRateFactorKey] = factor
    case .averageBitRate(let rate)?: properties[AVVideoAverageBitRateKey] = rate.bitsPerSecond
    case .similarity(let ssim)?:
      properties[AVVideoTargetSSIMKey] = ssim
      properties[AVVideoMinimumSSIMKey] = max(1 - Self.largestShareOfDifference * (1 - ssim), Self.leastSSIM)
    // The plan made a bit rate of a size.
    case .size?, nil: break
    }
    properties[AVVideoMaximumBitRateKey] = maximumBitRate?.bitsPerSecond
    properties[AVVideoEncoderSpeedKey] = speed?.rawValue
    properties[AVVideoEncoderTuneKey] = tune?.rawValue
    // HEVC's profile follows from the samples, and ProRes's profile is its codec.
    if codec == .h264 { properties[AVVideoProfileLevelKey] = profile?.profileLevel }
    properties[AVVideoMaxKeyFrameIntervalDurationKey] = keyFrameInterval
    properties[AVVideoEncodedPixelFormatKey] = pixelFormat?.code
    return properties
  }

  /// The members of the plan's JSON; null for what is not set.
  var json: JSON {
    var (quality, bitRate, similarity) = (JSON.null, JSON.null, JSON.null)
    switch rateControl {
    case .quality(let factor)?: quality = JSON(factor)
    case .averageBitRate(let rate)?: bitRate = JSON(rate.bitsPerSecond)
    case .similarity(let ssim)?: similarity = JSON(ssim)
    case .size?, nil: break
    }
    return [
      "crf": quality, "bit_rate": bitRate, "max_bit_rate": JSON(maximumBitRate?.bitsPerSecond),
      "ssim": similarity, "speed": JSON(speed?.rawValue),
      "tune": JSON(tune?.rawValue), "profile": JSON(profile?.rawValue),
      "keyframe_interval_s": JSON(keyFrameInterval),
    ]
  }

  /// The words of the plan's text.
  var texts: [String] {
    [
      profile?.rawValue, rateControl?.text, maximumBitRate.map { "\($0.bitsPerSecond / 1000) kb/s peak" },
      // Without a rate control, an encoder has no speeds.
      rateControl == nil ? nil : speed?.rawValue, tune.map { "tuned for \($0.rawValue)" },
    ].compactMap(\.self)
  }
}

extension VideoCompression.RateControl {
  fileprivate var text: String {
    switch self {
    case .quality(let factor): "CRF \(factor)"
    case .averageBitRate(let rate): "\(rate.bitsPerSecond / 1000) kb/s"
    case .size(let size): "\(size.bytes) bytes"
    case .similarity(let ssim): "SSIM \(ssim)"
    }
  }
}

extension VideoCompression.Profile {
  /// The value of `AVVideoProfileLevelKey`, or nil if the profile is not one of H.264.
  fileprivate var profileLevel: String? {
    switch self {
    case .baseline: AVVideoProfileLevelH264BaselineAutoLevel
    case .main: AVVideoProfileLevelH264MainAutoLevel
    case .high: AVVideoProfileLevelH264HighAutoLevel
    default: nil
    }
  }

  /// The type of ProRes's flavour, or nil for other codecs' profiles.
  var proRes: AVVideoCodecType? {
    switch self {
    case .proxy: .proRes422Proxy
    case .lt: .proRes422LT
    case .standard: .proRes422
    case .hq: .proRes422HQ
    case .fullChroma: .proRes4444
    case .fullChromaXQ: .appleProRes4444XQ
    case .baseline, .main, .high, .main10: nil
    }
  }
}
