/// How a video track will be encoded.
public struct VideoEncoding: Sendable, Hashable {
  /// Of the encoded picture, before the track's matrix.
  public var width: Int
  public var height: Int
  public var pixelAspect: TrackFacts.PixelAspect
  /// The matrix of the output track: a, b, c, d, tx, ty.
  public var transform: [Double]
  public var rateControl: VideoChoice.RateControl
  public var speed: VideoChoice.Speed
  public var profile: VideoChoice.Profile?
  /// Seconds between key frames at most.
  public var keyFrameInterval: Double?
  /// 8-bit 4:2:0 when nil.
  public var pixelFormat: VideoChoice.PixelFormat?
}
