internal import AVFoundation
internal import Synchronization

/// One transcoding job: reads, writes, verifies and publishes, or leaves nothing behind.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
public final class TranscodeJob: Sendable {
  private let job: JobDescription
  private let events: @Sendable (JobEvent) -> Void
  private let state = Mutex(State())

  private struct State {
    var cancellation: JobError?
    var runner: PipelineRunner?
  }

  /// - Parameters:
  ///   - job: what is wanted.
  ///   - events: called from the job's threads, never from two at once; the last call has `result` or `error`.
  public init(_ job: JobDescription, events: @escaping @Sendable (JobEvent) -> Void = { _ in }) {
    self.job = job
    self.events = events
  }

  /// What would be done. Reads the input's tables and writes nothing.
  ///
  /// - Throws: `JobError` when the job could not begin.
  public func plan() throws(JobError) -> Plan {
    let spoolFolder = job.temporaryDirectory ?? NSTemporaryDirectory()
    let source = try Source(InputFile(path: job.input), spoolFolder: spoolFolder, continuing: refuseIfCancelled)
    let plan = try Planner(job, source: source.facts).plan()
    try source.requireCopies(of: plan)
    return plan
  }

  /// Does the job.
  ///
  /// - Returns: what was made, verified and published; or the first error, after everything written was removed.
  public func run() -> Result<JobResult, JobError> {
    let result = Result { () throws(JobError) in try transcode() }
    switch result {
    case .success(let result): events(.result(result))
    case .failure(let error): events(.error(error))
    }
    return result
  }

  /// Ends the job soon; `run()` then returns `JobError.interrupted(by:)` and nothing is left.
  ///
  /// A job whose output has its name already is complete, and stays so.
  public func cancel(signal: Int32) {
    let runner = state.withLock { state in
      if state.cancellation == nil { state.cancellation = .interrupted(by: signal) }
      return state.runner
    }
    runner?.cancel()
  }

  /// How far the job is; nil before the first sample.
  public var progress: Progress? { state.withLock { $0.runner }?.progress }

  private func transcode() throws(JobError) -> JobResult {
    let clock = JobClock()
    // A job that cannot be published is refused before its input is spooled or read.
    let input = try InputFile(path: job.input)
    let destination = try Destination(path: job.output, replaces: job.file.replaces, source: input.identity)
    let container = try Planner.container(for: job)
    let transaction = try OutputTransaction(destination, container: container)
    defer { transaction.discard() }
    let spoolFolder = job.temporaryDirectory ?? transaction.temporaryFolder
    let source = try Source(input, spoolFolder: spoolFolder, continuing: refuseIfCancelled)
    let plan = try Planner(job, source: source.facts).plan()
    try source.requireCopies(of: plan)
    events(.start(job, plan))

    try refuseIfCancelled()
    let runner = try PipelineRunner(source, plan: plan, file: job.file, transaction: transaction)
    state.withLock { $0.runner = runner }
    try stoppingForCancellation { () throws(JobError) in
      do throws(JobError) {
        try runner.run(reportingTo: events)
      } catch {
        try transaction.requireFolder()
        throw error
      }
    }
    let verifier = Verifier(
      plan: plan, tally: runner.tally.snapshot, path: transaction.filePath, input: input.name)
    let tracks = try verifier.verify(job.file.verification)
    let bytes = stat(path: transaction.filePath, followingLinks: false)?.st_size ?? 0
    try stoppingForCancellation { () throws(JobError) in try transaction.publish() }
    return JobResult(
      path: job.output, bytes: Int64(bytes), verification: job.file.verification, tracks: tracks,
      ledger: plan.ledger.noting(runner.tally.snapshot, of: plan.tracks),
      processorSeconds: clock.processorSeconds, wallSeconds: clock.wallSeconds)
  }

  private func refuseIfCancelled() throws(JobError) {
    if let cancellation = state.withLock({ $0.cancellation }) { throw cancellation }
  }

  /// Does a step unless the job was cancelled; a step that fails because it was cancelled tells that instead.
  private func stoppingForCancellation(_ step: () throws(JobError) -> Void) throws(JobError) {
    try refuseIfCancelled()
    do {
      try step()
    } catch {
      throw state.withLock { $0.cancellation } ?? error
    }
  }
}

extension Result where Success == JobResult, Failure == JobError {
  /// The one JSON document of `--json`: the last event.
  package var document: String {
    switch self {
    case .success(let result): JobEvent.result(result).json.document
    case .failure(let error): JobEvent.error(error).json.document
    }
  }
}
