/// How a video track will be encoded.
public struct VideoEncoding: Sendable, Hashable {
  public var codec: VideoChoice.Codec
  /// Whether the source's high dynamic range becomes BT.709 of standard range.
  public var isToneMapped = false
  /// Whether the source's pictures are turned as its matrix shows them, since the container has no place for one.
  public var isTurned = false
  /// Of the encoded picture, before the output track's matrix.
  public var width: Int
  public var height: Int
  public var pixelAspect: TrackFacts.PixelAspect
  /// The matrix of the output track: a, b, c, d, tx, ty.
  public var transform: [Double]
  /// Nil where the codec has nothing to choose.
  public var rateControl: VideoChoice.RateControl?
  /// The most bits a second that a receiver takes in whose buffer holds a second of them.
  public var maximumBitRate: BitRate?
  /// The encoder looks at the source as often as it takes to reach what is asked for.
  public var makesPasses = false
  /// Segments are encoded by themselves, several at once.
  public var isSplit = false
  public var speed: VideoChoice.Speed
  public var profile: VideoChoice.Profile?
  /// Seconds between key frames at most.
  public var keyFrameInterval: Double?
  /// Every picture keeps its own time when nil.
  public var frameRate: FrameRate?
  /// Interlaced pictures are made whole.
  public var isDeinterlaced = false
  /// Nil where the encoder decides by the pictures.
  public var pixelFormat: VideoChoice.PixelFormat?
}

extension VideoEncoding {
  /// Nil where every bit of the source is kept.
  var bitsPerComponent: Int? { codec == .prores ? 10 : pixelFormat?.bitsPerComponent }
}

extension VideoEncoding {
  /// Whether transparency stays.
  var keepsAlpha: Bool {
    switch (codec, profile) {
    case (.ffv1, _), (.prores, .fullChroma), (.prores, .fullChromaXQ): true
    case (.vp9, _): pixelFormat == .yuva420p
    default: false
    }
  }
}

extension VideoEncoding {
  /// Why closed captions that pictures carry are not written; nil where they are.
  var reasonAgainstCaptions: String? {
    guard [.h264, .hevc].contains(codec) else { return "\(codec.rawValue) is encoded without them" }
    return frameRate.map { "times changed to \($0.text) pictures a second, of which each has other captions" }
  }
}

extension TrackPlan.Action {
  /// Whether pictures are encoded in segments.
  var isSplit: Bool { if case .encodeVideo(let encoding) = self { encoding.isSplit } else { false } }

  /// Whether pictures are encoded in several passes.
  var makesPasses: Bool { if case .encodeVideo(let encoding) = self { encoding.makesPasses } else { false } }
}
