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

  /// The instant of the source that is time 0 of the output. A source's timeline begins with its earliest presented
  /// sample, or with a movie's own empty edit.
  var origin: ExactTime { start ?? .zero }
}
