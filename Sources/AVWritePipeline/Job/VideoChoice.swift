internal import AVFoundation

/// What is wanted of the video tracks.
public struct VideoChoice: Sendable, Hashable, Codable {
  /// What the pictures are encoded as.
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    case h264, hevc, vp9, av1, prores, mjpeg, ffv1
    /// The encoded pictures as they are.
    case copy
    /// No video tracks.
    case none
  }

  /// The encoder's trade of time for size, in the words of x264 and x265; SVT-AV1's and libvpx's steps are mapped to them.
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
    case yuv420p, yuv422p, yuv444p, yuva420p, yuv420p10, yuv422p10, yuv444p10

    var bitsPerComponent: Int {
      switch self {
      case .yuv420p, .yuv422p, .yuv444p, .yuva420p: 8
      case .yuv420p10, .yuv422p10, .yuv444p10: 10
      }
    }

    /// How the samples of colour lie among those of luma.
    var chroma: String {
      switch self {
      case .yuv420p, .yuva420p, .yuv420p10: "4:2:0"
      case .yuv422p, .yuv422p10: "4:2:2"
      case .yuv444p, .yuv444p10: "4:4:4"
      }
    }
  }

  /// How the processors share the encoding of H.264.
  public enum Parallelism: String, Sendable, Hashable, Codable, CaseIterable {
    /// By the length alone: `segment` for more than ten minutes that can be encoded so, else `frame`.
    case automatic = "auto"
    /// One encoder, whose threads encode neighbouring pictures.
    case frame
    /// An encoder for each segment, several at once.
    case segment
  }

  /// What becomes of high dynamic range.
  public enum ToneMapping: String, Sendable, Hashable, Codable, CaseIterable {
    /// It becomes standard range in H.264, in Motion JPEG and in 8 bits, whose players do not show it, and stays elsewhere.
    case auto
    /// It stays, whatever shows it.
    case off
  }

  /// The size of the picture as displayed, after rotation and with square pixels.
  public enum Size: Sendable, Hashable, Codable {
    case exactly(PictureExtent)
    /// The largest size with the source's shape inside this box, or of so many lines; never larger than the source.
    case within(PictureExtent)
  }

  /// What the encoder keeps constant.
  public enum RateControl: Sendable, Hashable, Codable {
    /// On the codec's own scale (`Codec.qualities`); lower is better and larger.
    case quality(Double)
    case averageBitRate(BitRate)
    /// The size of the file, which several passes reach.
    case size(ByteCount)
    /// The mean structural similarity of luma, which several passes reach.
    case similarity(Double)
  }

  /// When nil, what keeps the source's range of light and is most widely read: HEVC for pictures of high dynamic range or
  /// of more than eight bits, H.264 for others, or the container's usual codec where it has neither.
  public var codec: Codec?
  /// The codec's usual quality when nil.
  public var rateControl: RateControl?
  /// The most bits a second that a receiver takes in whose buffer holds a second of them; no limit when nil.
  public var maximumBitRate: BitRate?
  /// The encoder looks at the source as often as it takes to reach a bit rate; a size and a similarity need no such word.
  public var isMultiPass: Bool?
  /// What comes nearest to a target that is not reached is kept; not so when nil.
  public var isBestEffort: Bool?
  /// Automatic when nil.
  public var parallelism: Parallelism?
  /// When nil medium, and in real time one that keeps up.
  public var speed: Speed?
  /// The encoder's choice when nil.
  public var profile: Profile?
  /// Seconds between key frames at most; the encoder's choice when nil.
  public var keyFrameInterval: Double?
  /// The source's when nil.
  public var size: Size?
  /// Every picture keeps its own time when nil.
  public var frameRate: FrameRate?
  /// Interlaced pictures are made whole; otherwise, and when nil, they stay interlaced, and tagged.
  public var isDeinterlaced: Bool?
  /// `auto` when nil.
  public var toneMapping: ToneMapping?
  /// What the codec usually has when nil: of H.264 8-bit 4:2:0, which every player reads, and 10 bits of high dynamic
  /// range; of HEVC, AV1 and VP9 as many bits as the source, 10 at most.
  public var pixelFormat: PixelFormat?

  public init() {}

  /// Whether pictures are encoded.
  public var encodes: Bool { codec?.encodes ?? true }

  /// Whether pictures are encoded in several passes.
  public var makesPasses: Bool {
    switch rateControl {
    case .size?, .similarity?: true
    case .quality?, .averageBitRate?, nil: isMultiPass ?? false
    }
  }
}

extension VideoChoice.Codec {
  /// Whether pictures are encoded.
  public var encodes: Bool { self != .copy && self != .none }

  /// The values of constant quality that its encoder takes; nil where there is none to choose.
  public var qualities: ClosedRange<Double>? { type?.constantRateFactors }

  /// Whether constant quality is a whole number.
  public var hasWholeQualities: Bool { type?.hasWholeConstantRateFactors ?? false }

  /// The quality where none is asked for.
  public var defaultQuality: Double? { type?.defaultConstantRateFactor }

  /// nil for what encodes nothing. Of ProRes it is the middle one of its flavours.
  var type: AVVideoCodecType? {
    switch self {
    case .h264: .h264
    case .hevc: .hevc
    case .av1: .av1
    case .vp9: .vp9
    case .prores: .proRes422
    case .mjpeg: .jpeg
    case .ffv1: .ffv1
    case .copy, .none: nil
    }
  }
}
