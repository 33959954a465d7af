/// The settings of an output that a preset, a file of settings or the command line gives.
///
/// Nil and an empty list mean that a setting is not given. Each member says what applies then.
public struct Settings: Sendable, Hashable, Codable {
  /// The container; the output's extension decides when nil.
  public var format: Container?
  public var video = VideoChoice()
  public var audio = AudioChoice()
  public var fades = FadeChoice()
  /// The speed of pictures, sound and all else; the source's own when nil.
  public var speedFactor: SpeedFactor?
  /// The tracks; all that the container carries when nil.
  public var tracks: TrackSelection?
  /// The kinds of tracks that are left out.
  public var drops: Set<TrackKind> = []
  /// The kinds of tracks that pass through as they are.
  public var copies: Set<TrackKind> = []
  /// The tracks of other files that come after the input's.
  public var additions: [AddedTracks] = []
  public var metadata = MetadataChoice()
  public var file = FileChoice()
  /// The facts of the source that have to be in the output.
  public var requirements: [Requirement] = []

  public init() {}
}
