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

  /// The codec.
  ///
  /// If it is nil, it is the most widely read one that keeps the source's range of light: HEVC for pictures of high
  /// dynamic range or of more than eight bits, H.264 for others, or the container's usual codec where it has neither.
  public var codec: Codec?
  /// The settings of the encoder.
  public var compression = VideoCompression()
  /// A Boolean value that says whether the encoder makes several passes to reach a bit rate. To reach a size or a
  /// similarity it always does.
  public var isMultiPass: Bool?
  /// A Boolean value that says whether the nearest output is kept if a target is not reached. It is false when nil.
  public var isBestEffort: Bool?
  /// The parallelism; automatic when nil.
  public var parallelism: Parallelism?
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
  public init() {}

  /// A Boolean value that says whether pictures are encoded.
  public var encodes: Bool { codec?.encodes ?? true }

  /// A Boolean value that says whether pictures are encoded in several passes.
  public var makesPasses: Bool {
    switch compression.rateControl {
    case .size?, .similarity?: true
    case .quality?, .averageBitRate?, nil: isMultiPass ?? false
    }
  }
}

extension VideoChoice.Codec {
  /// A Boolean value that says whether the codec encodes pictures.
  public var encodes: Bool { self != .copy && self != .none }

  /// The values of constant quality that the codec's encoder takes, or nil if it has none.
  public var qualities: ClosedRange<Double>? { type?.constantRateFactors }

  /// A Boolean value that says whether constant quality is a whole number.
  public var hasWholeQualities: Bool { type?.hasWholeConstantRateFactors ?? false }

  /// The default quality of the codec's encoder, or nil if the encoder has none.
  public var defaultQuality: Double? { type?.defaultConstantRateFactor }

  /// A Boolean value that says whether pictures of an odd size are encoded as they are.
  var encodesOddSizes: Bool { type?.encodesOddSizes ?? false }

  /// A Boolean value that says whether every encoded picture is a key frame.
  var encodesKeyFramesAlone: Bool { type?.encodesKeyFramesAlone ?? false }

  /// The type in AVFoundation, or nil for a choice that encodes nothing. ProRes stands here by its middle flavour.
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
