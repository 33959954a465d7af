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
    var loudness: LoudnessPass?
    var runner: PipelineRunner?
  }

  /// - Parameters:
  ///   - job: what is wanted.
  ///   - events: called from the job's threads, never from two at once; the last call has `result` or `error`.
  public init(_ job: JobDescription, events: @escaping @Sendable (JobEvent) -> Void = { _ in }) {
    self.job = job
    self.events = events
  }

  /// What would be done for each rendition. Reads the input's tables and writes nothing.
  ///
  /// - Throws: `JobError` when the job could not begin.
  public func plan() throws(JobError) -> [Plan] {
    let spoolFolder = job.temporaryDirectory ?? NSTemporaryDirectory()
    let source = try Source(
      InputFile(path: job.input), spoolFolder: spoolFolder, imageRate: job.imageRate, continuing: refuseIfCancelled)
    return try plans(of: source)
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
  /// A job whose outputs begin to get their names is complete, and stays so.
  public func cancel(signal: Int32) {
    let (loudness, runner) = state.withLock { state in
      if state.cancellation == nil { state.cancellation = .interrupted(by: signal) }
      return (state.loudness, state.runner)
    }
    loudness?.cancel()
    runner?.cancel()
  }

  /// How far the job is; nil before the first sample.
  public var progress: Progress? { state.withLock { $0.runner }?.progress }

  private func transcode() throws(JobError) -> JobResult {
    let clock = JobClock()
    // A job that cannot be published is refused before its input is spooled or read.
    let input = try InputFile(path: job.input)
    try requireTimes(of: input)
    let targets = try Self.targets(for: job, sparing: input.identity)
    defer { for target in targets { target.discard() } }
    let spoolFolder = job.temporaryDirectory ?? targets[0].temporaryFolder
    let source = try Source(
      input, spoolFolder: spoolFolder, imageRate: job.imageRate, continuing: refuseIfCancelled)
    let plans = try plans(of: source)
    events(.start(job, plans))

    let levelings = try levelings(source, plans)
    var writers: [RenditionWriter] = []
    for (index, rendition) in job.renditions.enumerated() {
      writers.append(
        try RenditionWriter(plans[index], of: source, rendition, to: targets[index]))
    }
    let runner = try PipelineRunner(source, writers: writers, levelings: levelings, onDamage: job.damagePolicy)
    state.withLock { $0.runner = runner }
    try stoppingForCancellation { () throws(JobError) in
      do throws(JobError) {
        try runner.run(reportingTo: events)
      } catch {
        for target in targets { try target.requireFolder() }
        throw error
      }
    }
    var outputs: [JobResult.Output] = []
    for (rendition, writer) in zip(job.renditions, writers) {
      var output = try Self.verify(rendition, writer, of: source, losses: runner.losses(of: writer.plan))
      output.levelings = writer.plan.tracks.compactMap { levelings[SampleRequest($0)] }
      outputs.append(output)
    }
    for (rendition, target) in zip(job.renditions, targets) {
      if rendition.file.keepsTimes == true, let times = input.times { try target.keep(times) }
      if let key = rendition.keyBesideContent { target.mark(.key, key.text) }
    }
    try stoppingForCancellation { () throws(JobError) in try Self.publish(targets) }
    return JobResult(
      outputs: outputs, processorSeconds: clock.processorSeconds, wallSeconds: clock.wallSeconds)
  }

  /// - Throws: `JobError` of exit 64 where times are to be kept that do not exist, or of what has none.
  private func requireTimes(of input: InputFile) throws(JobError) {
    guard let rendition = job.renditions.first(where: { $0.file.keepsTimes == true }) else { return }
    if rendition.isStream { throw JobError(.usage, "the standard output has no times to keep") }
    guard input.times == nil else { return }
    throw JobError(.usage, "\(input.name) has no times to keep: it is not one file on this machine")
  }

  /// What is measured before the job where loudness is to change.
  private func levelings(_ source: Source, _ plans: [Plan]) throws(JobError) -> [SampleRequest: Leveling] {
    let pass = LoudnessPass(source, plans, onDamage: job.damagePolicy)
    state.withLock { $0.loudness = pass }
    var levelings: [SampleRequest: Leveling] = [:]
    try stoppingForCancellation { () throws(JobError) in levelings = try pass.run() }
    for leveling in levelings.values.sorted(by: { $0.track < $1.track }) {
      let track = source.facts.tracks.first { $0.id == leveling.track }
      if let shortfall = leveling.shortfall(of: track?.title ?? "the sound") { events(.warning(shortfall)) }
    }
    return levelings
  }

  private func plans(of source: Source) throws(JobError) -> [Plan] {
    try job.renditions.map { (rendition) throws(JobError) in
      let plan = try Planner(rendition, of: job, source: source.facts, refusals: source.refusals).plan()
      try source.requireCopies(of: plan)
      try rendition.requirements.check(
        plan.ledger, of: source.facts, in: rendition.output, otherwise: .requirementUnmet)
      return plan
    }
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
