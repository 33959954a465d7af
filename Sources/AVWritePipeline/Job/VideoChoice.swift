internal import AVFoundation

/// The settings of the video tracks.
public struct VideoChoice: Sendable, Hashable, Codable {
  /// The codec that pictures are encoded with.
  public enum Codec: String, Sendable, Hashable, Codable, CaseIterable {
    case h264, hevc, vp9, av1, prores, mjpeg, ffv1
    /// The encoded pictures are copied as they are.
    case copy
    /// There are no video tracks.
    case none
  }

  /// The encoder's trade of time for size, in the words of x264 and x265, to which other encoders' steps are mapped
  /// (SVT-AV1, libvpx).
  public enum Speed: String, Sendable, Hashable, Codable, CaseIterable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
  }

  /// A subset of H.264 or HEVC for players that know no other (annex A of ITU-T H.264 and H.265), or one of ProRes's
  /// rates.
  public enum Profile: String, Sendable, Hashable, Codable, CaseIterable {
    case baseline, main, high, main10, proxy, lt, standard, hq
    case fullChroma = "4444"
    case fullChromaXQ = "4444xq"

    /// The codecs that have the profile.
    public var codecs: Set<Codec> {
      switch self {
      case .baseline, .high: [.h264]
      case .main: [.h264, .hevc]
      case .main10: [.hevc]
      case .proxy, .lt, .standard, .hq, .fullChroma, .fullChromaXQ: [.prores]
      }
    }
  }

  /// The layout and depth of the samples that are encoded, by libavutil's name.
  public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case yuv420p, yuv422p, yuv444p, yuva420p, yuv420p10, yuv422p10, yuv444p10

    var bitsPerComponent: Int {
      switch self {
      case .yuv420p, .yuv422p, .yuv444p, .yuva420p: 8
      case .yuv420p10, .yuv422p10, .yuv444p10: 10
      }
    }

    /// The chroma subsampling, such as `4:2:0`.
    var chroma: String {
      switch self {
      case .yuv420p, .yuva420p, .yuv420p10: "4:2:0"
      case .yuv422p, .yuv422p10: "4:2:2"
      case .yuv444p, .yuv444p10: "4:4:4"
      }
    }
  }

  /// The way in which the processors share the encoding of H.264.
  public enum Parallelism: String, Sendable, Hashable, Codable, CaseIterable {
    /// The duration decides: `segment` for more than a minute that can be encoded so, else `frame`.
    case automatic = "auto"
    /// One encoder, whose threads encode neighbouring pictures.
    case frame
    /// An encoder for each segment, several at once.
    case segment
  }

  /// The treatment of high dynamic range.
  public enum ToneMapping: String, Sendable, Hashable, Codable, CaseIterable {
    /// It becomes standard range in H.264, Motion JPEG and 8 bits, whose players do not show it. It stays elsewhere.
    case auto
    /// It becomes standard range, in every codec.
    case on
    /// It stays, in every codec.
    case off
  }

  /// The size of the picture as displayed, after rotation and with square pixels.
  public enum Size: Sendable, Hashable, Codable {
    case exactly(PictureExtent)
    /// The largest size with the source's shape inside this box, or of this many lines; never larger than the source.
    case within(PictureExtent)
  }

  /// The quantity that the encoder keeps constant.
  public enum RateControl: Sendable, Hashable, Codable {
    /// The quality on the codec's own scale (`Codec.qualities`). A lower value is a better and larger output.
    case quality(Double)
    case averageBitRate(BitRate)
    /// The size of the file, which is reached in several passes.
    case size(ByteCount)
    /// The mean structural similarity of luma, which is reached in several passes.
    case similarity(Double)
  }

  /// The codec.
  ///
  /// If it is nil, it is the most widely read one that keeps the source's range of light: HEVC for pictures of high
  /// dynamic range or of more than eight bits, H.264 for others, or the container's usual codec where it has neither.
  public var codec: Codec?
  /// The rate control; the codec's usual quality when nil.
  public var rateControl: RateControl?
  /// The most bits in a second, for a receiver whose buffer holds a second of them; no limit when nil.
  public var maximumBitRate: BitRate?
  /// A Boolean value that says whether the encoder makes several passes to reach a bit rate. To reach a size or a
  /// similarity it always does.
  public var isMultiPass: Bool?
  /// A Boolean value that says whether the nearest output is kept if a target is not reached. It is false when nil.
  public var isBestEffort: Bool?
  /// The parallelism; automatic when nil.
  public var parallelism: Parallelism?
  /// The speed. If it is nil, it is `medium`, or in real time one that keeps up.
  public var speed: Speed?
  /// The profile; the encoder's choice when nil.
  public var profile: Profile?
  /// The longest time between key frames, in seconds; the encoder's choice when nil.
  public var keyFrameInterval: Double?
  /// The size; the source's when nil.
  public var size: Size?
  /// The changes to what the pictures show.
  public var edits = PictureEdits()
  /// The frame rate. Every picture keeps its own time when nil.
  public var frameRate: FrameRate?
  /// A Boolean value that says whether interlaced pictures are deinterlaced. Otherwise, and when nil, they stay
  /// interlaced, and are tagged so.
  public var isDeinterlaced: Bool?
  /// The treatment of high dynamic range; `auto` when nil.
  public var toneMapping: ToneMapping?
  /// The layout and depth of the samples.
  ///
  /// If it is nil, they are the codec's usual ones. For H.264 these are 8-bit 4:2:0, which every player reads, and 10
  /// bits for high dynamic range. HEVC, AV1 and VP9 have as many bits as the source, 10 at most.
  public var pixelFormat: PixelFormat?

  public init() {}

  /// A Boolean value that says whether pictures are encoded.
  public var encodes: Bool { codec?.encodes ?? true }

  /// A Boolean value that says whether pictures are encoded in several passes.
  public var makesPasses: Bool {
    switch rateControl {
    case .size?, .similarity?: true
    case .quality?, .averageBitRate?, nil: isMultiPass ?? false
    }
  }
}

extension VideoChoice.Codec {
  /// A Boolean value that says whether the codec encodes pictures.
  public var encodes: Bool { self != .copy && self != .none }

  /// The values of constant quality that the codec's encoder takes; nil where it has none.
  public var qualities: ClosedRange<Double>? { type?.constantRateFactors }

  /// A Boolean value that says whether constant quality is a whole number.
  public var hasWholeQualities: Bool { type?.hasWholeConstantRateFactors ?? false }

  /// The quality where none is asked for; nil where the encoder has none.
  public var defaultQuality: Double? { type?.defaultConstantRateFactor }

  /// The type in AVFoundation; nil for a choice that encodes nothing. ProRes stands here by its middle flavour.
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
