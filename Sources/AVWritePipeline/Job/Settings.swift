/// What is wanted of an output, as far as it is said: a preset, a file of settings and the command line say a part each.
///
/// Nothing is said by nil and by empty lists; what then holds stands at each member.
public struct Settings: Sendable, Hashable, Codable {
  /// The container; the output's extension decides when nil.
  public var format: Container?
  public var video = VideoChoice()
  public var audio = AudioChoice()
  /// All tracks that the container carries when nil.
  public var tracks: TrackSelection?
  /// Kinds that are left out.
  public var drops: Set<TrackKind> = []
  /// Kinds that pass through as they are.
  public var copies: Set<TrackKind> = []
  public var metadata = MetadataChoice()
  public var file = FileChoice()
  /// What of the source has to be in the output.
  public var requirements: [Requirement] = []

  public init() {}
}
