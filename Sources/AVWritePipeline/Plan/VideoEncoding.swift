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
  public var pixelFormat: VideoChoice.PixelFormat
}
