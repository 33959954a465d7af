/// The result of a batch: the endings of its jobs.
public struct BatchReport: Sendable, Hashable {
  /// The ending of one job.
  public enum Ending: Sendable, Hashable {
    case done([Output], JobExit)
    /// All outputs were there from an earlier run, under these names. The exit is that of the jobs that made them.
    case skipped([String], JobExit = .complete)
    case failed(JobError)
    /// The job never began: the batch was cancelled, or stopped at a failure.
    case notStarted

    /// The exit of a process with this job alone; resumable for a job that did not start, which the same command does.
    public var exit: JobExit {
      switch self {
      case .done(_, let exit), .skipped(_, let exit): exit
      case .failed(let error): error.exit
      case .notStarted: .resumable
      }
    }
  }

  /// One file that was made. Outputs that were there from an earlier run are not among them.
  public struct Output: Sendable, Hashable {
    public var path: String
    public var bytes: Int64
    /// The number of the source's facts that are not in the output, or not as they were.
    public var changes: Int
  }

  /// One job, by its place in the batch.
  public struct Job: Sendable, Hashable {
    public var input: String
    public var outputs: [String]
    public var ending: Ending
  }

  public var jobs: [Job]
  /// The signal that cancelled the batch, or nil if it was not cancelled.
  public var signal: Int32?
  /// The processor time of all jobs together, in seconds, and the time that passed.
  public var processorSeconds: Double
  public var wallSeconds: Double

  /// The exit code of the process: 0 when every job was done and is complete, else 1; 128 + n after signal n.
  public var exitCode: Int32 {
    if let signal { return JobExit.interrupted(by: signal).code }
    return jobs.allSatisfy { $0.ending.exit == .complete } ? JobExit.complete.code : Self.failureCode
  }

  /// The exit code of a batch in which not every job is complete. Each job has its own exit as well.
  public static let failureCode: Int32 = 1

  /// The states of jobs, by their names in JSON.
  public enum State: String, Sendable, CaseIterable {
    case done, skipped, failed
    case notStarted = "not-started"
  }

  /// Returns the number of jobs whose ending has a state.
  public func count(_ state: State) -> Int { jobs.count { $0.ending.state == state } }
}

extension BatchReport.Ending {
  /// The state of the job.
  public var state: BatchReport.State {
    switch self {
    case .done: .done
    case .skipped: .skipped
    case .failed: .failed
    case .notStarted: .notStarted
    }
  }

  init(_ result: Result<JobResult, JobError>) {
    switch result {
    case .success(let result):
      let outputs = result.outputs.map { output in
        BatchReport.Output(path: output.path, bytes: output.bytes, changes: output.ledger.changes.count)
      }
      self = .done(outputs, result.exit)
    case .failure(let error): self = .failed(error)
    }
  }
}
