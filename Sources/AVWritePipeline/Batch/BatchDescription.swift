internal import MediaSupport

/// Many jobs for one process.
public struct BatchDescription: Sendable, Hashable {
  /// The jobs, in the order in which they begin. A job's number is its place here, from 1.
  public var jobs: [BatchJob]
  /// The number of jobs that run at once. It is nil for as many as fit the machine.
  public var workers: Int?
  /// A Boolean value that says whether no further job begins after one that failed.
  public var stopsAtFailure = false

  /// A Boolean value that says whether outputs that earlier runs made of the same contents with the same settings stay
  /// as they are. If so, each output carries a key of what it was made of.
  public var skipsExisting = true

  public init(jobs: [BatchJob]) { self.jobs = jobs }

  /// The number of jobs at once that is not exceeded unless `workers` says so. A job's encoders have threads of their
  /// own: more jobs than this need memory and gain no time.
  private static let mostUsualWorkers = 8

  /// The number of jobs that run at once.
  public var workerCount: Int {
    min(workers ?? min(Processors.count, Self.mostUsualWorkers), max(1, jobs.count))
  }
}
