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
  /// Seconds since the batch began.
  public var elapsed: Double

  /// How many jobs have ended.
  public var ended: Int { done + skipped + failed }

  /// How much of the work is done, from 0 to 1, as if all jobs were alike; what was there already is no work.
  public var fraction: Double {
    let begun = running.reduce(0) { $0 + ($1.progress?.fraction ?? 0) }
    return total > skipped ? (Double(done + failed) + begun) / Double(total - skipped) : 1
  }

  /// Seconds left at the speed so far; nil while nothing can be said.
  public var secondsLeft: Double? {
    fraction > 0 ? elapsed * (1 - fraction) / fraction : nil
  }
}
