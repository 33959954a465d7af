/// Many jobs for one process.
public struct BatchDescription: Sendable, Hashable {
  /// In the order in which they begin; each has the number of its place, from 1.
  public var jobs: [BatchJob]
  /// How many jobs run at once; as many as fit the machine when nil.
  public var workers: Int?
  /// No job begins after one that failed.
  public var stopsAtFailure = false

  /// Outputs that earlier runs made of the same contents with the same settings stay as they are, and each output carries
  /// what it was made of.
  public var skipsExisting = true

  public init(jobs: [BatchJob]) { self.jobs = jobs }

  /// A job's encoders have threads of their own: more jobs than this at once need memory and gain no time.
  private static let mostUsualWorkers = 8

  /// How many jobs run at once.
  public var workerCount: Int {
    min(workers ?? min(Processors.count, Self.mostUsualWorkers), max(1, jobs.count))
  }
}
