/// What a job will do, decided before any media is read.
public struct Plan: Sendable, Hashable {
  public var container: Container
  /// The tracks that will be written, in the order of the source.
  public var tracks: [TrackPlan]
  /// What will not be in the output, or not as it was.
  public var ledger: Ledger
  /// The first and the last instant wanted, on the source's timeline; nil means its own.
  public var start: ExactTime?
  public var end: ExactTime?
  /// The instant of the source that is time 0 of the output: the first one wanted, or the earliest presented sample
  /// of any kept track.
  public var origin = ExactTime.zero
}

/// What happens to one track.
public struct TrackPlan: Sendable, Hashable {
  public enum Action: Sendable, Hashable {
    /// Encoded samples pass as they are.
    case copy
    case encodeVideo(VideoEncoding)
    case encodeAudio(AudioEncoding)
  }

  public var source: TrackFacts
  public var action: Action
  /// Why, in a few words.
  public var reason: String
}

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

/// How an audio track will be encoded.
public struct AudioEncoding: Sendable, Hashable {
  public enum Format: Sendable, Hashable {
    case aac(BitRate)
    case mp3(BitRate)
    /// Little-endian, interleaved.
    case pcm(bits: Int, isFloat: Bool)
  }

  public var format: Format
  /// In hertz.
  public var sampleRate: Int
  public var channels: Int
}
