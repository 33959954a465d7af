/// One transcoding job, as a value: what is read, what is written, and what is wanted of it.
public struct JobDescription: Sendable, Hashable, Codable {
  /// A path, or `-` for the standard input.
  public var input: String
  public var output: String
  /// The container; the output's extension decides when nil.
  public var format: Container?
  public var video = VideoChoice()
  public var audio = AudioChoice()
  /// All video and audio tracks when nil.
  public var tracks: TrackSelection?
  /// Kinds that are left out.
  public var drops: Set<TrackKind> = []
  /// Kinds that pass through as they are.
  public var copies: Set<TrackKind> = []
  public var time = TimeSelection()
  public var file = FileChoice()
  /// Where the standard input is spooled; beside the output when nil.
  public var temporaryDirectory: String?

  public init(input: String, output: String) {
    self.input = input
    self.output = output
  }
}
