/// The plan of one track.
public struct TrackPlan: Sendable, Hashable {
  /// The treatment of the samples.
  public enum Action: Sendable, Hashable {
    /// Encoded samples pass through as they are.
    case copy
    case encodeVideo(VideoEncoding)
    case encodeAudio(AudioEncoding)
    /// Text is converted to another form.
    case convertText(TextEncoding)
  }

  public var source: TrackFacts
  public var action: Action
  /// The reason for the action, in a few words.
  public var reason: String
  /// A Boolean value that says whether players present the track by default, instead of tracks that were left out.
  public var isChosen = false
  /// The pictures that are encoded although the track is copied, because a cut divides their group. It is nil if
  /// nothing is cut.
  public var cut: CutPlan?
  /// The inputs that are encoded though the track is copied, because they differ from the first one, empty if inputs
  /// are not joined.
  public var encodedInputs: [EncodedInput] = []
  /// The path of the file that the track is added from, or nil for a track of the input.
  public var file: String?
  /// The speed at which the track is shown; its own when nil.
  public var speed: SpeedFactor?
  /// The rotation and the flip of a copied track's pictures, or nil if they stay as they are.
  public var turnedCopy: TurnedCopy?
}

extension TrackPlan {
  /// A Boolean value that says whether players present the track unasked.
  var isEnabled: Bool { source.isEnabled || isChosen }

  /// The frame rate that pictures are changed to, or nil if every picture keeps its own time.
  var frameRate: FrameRate? { if case .encodeVideo(let encoding) = action { encoding.frameRate } else { nil } }
}
