/// Where a batch stands, at one moment.
public struct BatchOverview: Sendable, Hashable {
  /// A job that runs.
  public struct Running: Sendable, Hashable {
    public var job: Int
    public var input: String
    /// Nil before its first sample.
    public var progress: Progress?
  }

  /// In the order in which they began.
  public var running: [Running]
  public var total: Int
  public var done: Int
  /// Those of which all was there already.
  public var skipped: Int
  public var failed: Int
  /// How much of the work is done, from 0 to 1; what was there already is no work.
  public var fraction: Double
  /// Seconds left, as far as the jobs so far foretell it; nil while nothing can be said.
  public var secondsLeft: Double?

  /// How many jobs have ended.
  public var ended: Int { done + skipped + failed }
}
