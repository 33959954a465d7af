/// What happens to one track.
public struct TrackPlan: Sendable, Hashable {
  /// What is done to the samples.
  public enum Action: Sendable, Hashable {
    /// Encoded samples pass as they are.
    case copy
    case encodeVideo(VideoEncoding)
    case encodeAudio(AudioEncoding)
    /// Text gets another form.
    case convertText(TextEncoding)
  }

  public var source: TrackFacts
  public var action: Action
  /// Why, in a few words.
  public var reason: String
  /// Players present it unasked, in the place of tracks that were left out.
  public var isChosen = false
}

extension TrackPlan {
  /// Whether players present the track unasked.
  var isEnabled: Bool { source.isEnabled || isChosen }

  /// Pictures a second; nil where every picture keeps its own time.
  var frameRate: FrameRate? { if case .encodeVideo(let encoding) = action { encoding.frameRate } else { nil } }
}
