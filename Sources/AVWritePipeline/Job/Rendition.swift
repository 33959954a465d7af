/// One output of a job, and what is wanted of it.
public struct Rendition: Sendable, Hashable, Codable {
  public var output: String
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

  public init(output: String) { self.output = output }

  /// Whether the output is the standard output.
  public var isStream: Bool { output == "-" }
}
