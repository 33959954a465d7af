/// How a video track will be encoded.
public struct VideoEncoding: Sendable, Hashable {
  public var codec: VideoChoice.Codec
  /// Of the encoded picture, before the track's matrix.
  public var width: Int
  public var height: Int
  public var pixelAspect: TrackFacts.PixelAspect
  /// The matrix of the output track: a, b, c, d, tx, ty.
  public var transform: [Double]
  /// Nil where the codec has nothing to choose.
  public var rateControl: VideoChoice.RateControl?
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
