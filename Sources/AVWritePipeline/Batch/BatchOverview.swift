/// The state of a batch, at one moment.
public struct BatchOverview: Sendable, Hashable {
  /// A job that runs.
  public struct Running: Sendable, Hashable {
    public var job: Int
    public var input: String
    /// The job's progress, or nil before its first sample.
    public var progress: Progress?
  }

  /// The running jobs, in the order in which they began.
  public var running: [Running]
  public var total: Int
  public var done: Int
  /// The number of jobs whose outputs were all there already.
  public var skipped: Int
  public var failed: Int
  /// The share of the work that is done, from 0 to 1. Outputs that were there already are no work.
  public var fraction: Double
  /// The seconds left, as the jobs so far foretell them, or nil while nothing can be said.
  public var secondsLeft: Double?

  /// The number of jobs that have ended.
  public var ended: Int { done + skipped + failed }
}
