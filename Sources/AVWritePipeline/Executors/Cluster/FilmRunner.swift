internal import Synchronization

/// A runner of a single job that several machines of a cluster do together.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
package final class FilmRunner: Sendable {
  private let executor: SlurmExecutor
  private let runner: BatchRunner
  private let state: State

  private final class State: Sendable {
    let ending = Mutex<Result<JobResult, JobError>?>(nil)
    let progress = Mutex<Progress?>(nil)
  }

  /// - Parameters:
  ///   - executor: the executor of a job of one output.
  ///   - events: a closure that is called with the job's events; the last call has `result` or `error`.
  package init(_ executor: SlurmExecutor, events: @escaping @Sendable (JobEvent) -> Void) {
    self.executor = executor
    let state = State()
    self.state = state
    runner = BatchRunner(on: executor) { event in
      guard case .job(_, let event) = event else { return }
      switch event {
      case .result(let result): state.ending.withLock { $0 = .success(result) }
      case .error(let error): state.ending.withLock { $0 = .failure(error) }
      case .progress(let progress): state.progress.withLock { $0 = progress }
      case .start, .warning: break
      }
      events(event)
    }
  }

  /// Follows the job to its end.
  package func run() -> Result<JobResult, JobError> {
    _ = runner.run()
    executor.remove()
    if let ending = state.ending.withLock({ $0 }) { return ending }
    return .failure(executor.failure ?? JobError(.clusterUnavailable, "the job ended without a result"))
  }

  /// Ends the job soon. Finished segments stay, with which the same job goes on.
  package func cancel(signal: Int32) { runner.cancel(signal: signal) }

  /// The progress of the job, or nil before there is any.
  package var progress: Progress? { state.progress.withLock { $0 } }
}
