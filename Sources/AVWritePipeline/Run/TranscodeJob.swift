internal import AVFoundation
internal import Synchronization

/// A transcoding job, which reads, writes, verifies and publishes. If it fails, it leaves nothing behind.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
public final class TranscodeJob: Sendable {
  let job: JobDescription
  private let sharesProcess: Bool
  private let sharesOutputs: Bool
  private let jobCount: Int
  private let journalKey: String?
  private let willPublish: @Sendable (JobResult, _ path: String) throws(JobError) -> Void
  private let events: @Sendable (JobEvent) -> Void
  private let cancellation = CancellationRelay()
  private let meter = Mutex<ProgressMeter?>(nil)
  /// The access to the servers that have the inputs.
  let access = ServerAccess()

  /// Makes a job. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - job: the input, the outputs and their settings.
  ///   - sharesProcess: true if other jobs run in the process, from whose processor time this one's cannot be told.
  ///   - sharesOutputs: true if jobs on other machines may make the same outputs at the same time.
  ///   - jobCount: the number of jobs, this one among them, that share the machine's processors and memory.
  ///   - events: a closure that is called from the job's threads, one at a time; the last call has `result` or `error`.
  public convenience init(
    _ job: JobDescription, sharesProcess: Bool = false, sharesOutputs: Bool = false, jobCount: Int = 1,
    events: @escaping @Sendable (JobEvent) -> Void = { _ in }
  ) {
    self.init(
      job, sharesProcess: sharesProcess, sharesOutputs: sharesOutputs, jobCount: jobCount, journalKey: nil,
      events: events)
  }

  /// - Parameters:
  ///   - journalKey: the key of the journal whose segments the job goes on with, where other machines encoded them, or
  ///     nil if it follows from the files of this machine.
  ///   - willPublish: a closure that is given the result, and the path of the first output's file, right before the
  ///     outputs get their names.
  init(
    _ job: JobDescription, sharesProcess: Bool = false, sharesOutputs: Bool = false, jobCount: Int = 1,
    journalKey: String?,
    willPublish: @escaping @Sendable (JobResult, _ path: String) throws(JobError) -> Void = { _, _ in },
    events: @escaping @Sendable (JobEvent) -> Void = { _ in }
  ) {
    self.job = job
    self.sharesProcess = sharesProcess
    self.sharesOutputs = sharesOutputs
    self.jobCount = jobCount
    self.journalKey = journalKey
    self.willPublish = willPublish
    self.events = events
  }

  /// Returns the plan of each rendition. It reads the input's tables and writes nothing.
  ///
  /// - Throws: `JobError` when the job could not begin.
  public func plan() throws(JobError) -> [Plan] { try planning().plans }

  /// Returns the plan of each rendition, and the source as it is for each.
  func planning() throws(JobError) -> (plans: [Plan], sources: [Source]) {
    let spoolFolder = job.temporaryDirectory ?? NSTemporaryDirectory()
    let (inputs, added) = try checkedInputs()
    let (plans, sources, _) = try prepared(inputs, added, spoolFolder: spoolFolder)
    return (plans, sources)
  }

  /// Opens the files, and plans each rendition.
  private func prepared(
    _ inputs: [InputFile], _ added: [InputFile], spoolFolder: String
  ) throws(JobError) -> (plans: [Plan], sources: [Source], additions: [AddedMetadata]) {
    try stoppingForCancellation {
      () throws(JobError) -> (plans: [Plan], sources: [Source], additions: [AddedMetadata]) in
      var sources = try self.sources(inputs, added, spoolFolder: spoolFolder)
      var images = OverlayImages()
      let plans = try self.plans(of: sources, reading: &images, spoolFolder: spoolFolder)
      for index in sources.indices { sources[index].overlayImages = images }
      let additions = try self.additions(to: sources)
      // After a cancellation, what could not be read is taken for what is not there.
      try refuseIfCancelled()
      return (plans, sources, additions)
    }
  }

  /// Does the job.
  ///
  /// - Returns: The result, with its files published; or the first error, after everything written was removed.
  public func run() -> Result<JobResult, JobError> {
    let result = Result { () throws(JobError) in try transcode() }
    switch result {
    case .success(let result): events(.result(result))
    case .failure(let error): events(.error(error))
    }
    return result
  }

  /// Ends the job soon. `run()` then returns `JobError.interrupted(by:)`, and nothing is left. For a job that encodes
  /// in segments it returns `JobError.stopped(by:)`, and finished segments are left, with which the same job goes on.
  ///
  /// A job whose outputs begin to get their names is complete, and stays so.
  public func cancel(signal: Int32) {
    cancellation.cancel(signal: signal)
    access.cancel()
  }

  /// The progress of the job, or nil before the first sample.
  public var progress: Progress? { meter.withLock { $0 }?.progress }

  private func transcode() throws(JobError) -> JobResult {
    let clock = JobClock()
    // A job that cannot be published is refused before its input is spooled or read.
    let (inputs, added) = try checkedInputs()
    let targets = try Self.targets(
      for: job, sparing: inputs.flatMap(\.identities) + job.readIdentities, isShared: sharesOutputs,
      until: cancellation)
    defer { for target in targets { target.discard() } }
    let spoolFolder = job.temporaryDirectory ?? targets[0].temporaryFolder
    let (plans, sources, additions) = try prepared(inputs, added, spoolFolder: spoolFolder)
    events(.start(JobStart(job, plans)))
    // Outputs may share a list of chapters.
    var told: Set<String> = []
    for warning in plans.warnings(about: job) + additions.flatMap(\.warnings) where told.insert(warning).inserted {
      events(.warning(warning))
    }
    let journal = try Self.journal(of: job, plans, to: targets, from: inputs[0], key: journalKey)
    do throws(JobError) {
      let outputs = try stoppingForCancellation { () throws(JobError) -> [JobResult.Output] in
        try write(plans, of: sources, adding: additions, to: targets, journal)
      }
      let result = JobResult(
        outputs: outputs, processorSeconds: sharesProcess ? nil : clock.processorSeconds,
        wallSeconds: clock.wallSeconds)
      try stoppingForCancellation { () throws(JobError) in
        if case .file(let transaction) = targets[0] { try willPublish(result, transaction.filePath) }
        try RenditionTarget.publish(targets)
      }
      journal?.remove()
      return result
    } catch {
      guard let journal else { throw error }
      // Finished segments stay for the same job.
      if let signal = error.signal { throw .stopped(by: signal) }
      journal.remove()
      throw error
    }
  }

  /// Reads, writes and verifies, and returns the outputs, which have no names yet.
  private func write(
    _ plans: [Plan], of sources: [Source], adding additions: [AddedMetadata], to targets: [RenditionTarget],
    _ journal: SegmentJournal?
  ) throws(JobError) -> [JobResult.Output] {
    var (plans, sources) = (plans, sources)
    if let journal, plans[0].lacksMeasuredSound(in: journal.path) {
      // The warnings are not reported here, but when the file is written.
      let sound = SoundJob(job, in: journal.path, until: cancellation) { _ in }
      try stoppingForCancellation { () throws(JobError) in try sound.run(plans[0], of: sources[0]) }
    }
    if let sound = journal.flatMap({ plans[0].storedSound(in: $0.path) }) {
      plans[0].take(sound)
      sources[0].storedSound = sound
    }
    let meter = ProgressMeter(JobPasses(for: plans))
    self.meter.withLock { $0 = meter }
    let levelings = try levelings(sources, plans, meter)
    sources[0] = try encodingInputs(of: sources[0], plans, targets, meter)
    var writers: [RenditionWriter] = []
    for (index, rendition) in job.renditions.enumerated() {
      writers.append(
        try RenditionWriter(
          plans[index], of: sources[index], rendition, adding: additions[index], to: targets[index]))
    }
    let segments = journal.map { SegmentWork($0.path, jobCount: jobCount) }
    let runner = try PipelineRunner(
      writers, levelings: levelings, cuts: cuts(sources[0], plans, targets), segments: segments,
      onDamage: job.damagePolicy)
    try stoppingForCancellation { () throws(JobError) in
      do throws(JobError) {
        try cancellation.passing(to: { _ in runner.cancel() }) { () throws(JobError) in
          try runner.run(pass: meter.passes.count - 1, measuredBy: meter, reportingTo: events)
        }
      } catch {
        for target in targets { try target.requireFolder() }
        throw error
      }
    }
    var outputs: [JobResult.Output] = []
    for (rendition, writer) in zip(job.renditions, writers) {
      let losses = try writer.plan.accountForAbsence(
        writer.counts.snapshot, runner.losses(of: writer.plan), of: writer.source.input.name,
        onDamage: job.damagePolicy)
      var output = try Self.verify(rendition, writer, losses: losses, passes: runner.passReport)
      output.levelings = writer.plan.tracks.compactMap { levelings[SampleRequest($0)] }
      outputs.append(output)
    }
    for ((rendition, target), output) in zip(zip(job.renditions, targets), outputs) {
      if rendition.file.keepsTimes == true, let times = sources[0].input.times { try target.keep(times) }
      if let key = rendition.keyBesideContent { target.mark(.key, key.text) }
      // The key is written before the end is known.
      if rendition.carriesKey, output.exit != .complete { target.mark(.exit, String(output.exit.code)) }
    }
    return outputs
  }

  /// Measures the sound whose loudness is to change, before the job.
  private func levelings(
    _ sources: [Source], _ plans: [Plan], _ meter: ProgressMeter
  ) throws(JobError) -> [SampleRequest: Leveling] {
    let pass = LoudnessPass(sources, plans, onDamage: job.damagePolicy, until: cancellation)
    var levelings: [SampleRequest: Leveling] = [:]
    try stoppingForCancellation { () throws(JobError) in
      levelings = try pass.run(measuredBy: meter) { [events] in events(.progress($0)) }
    }
    for leveling in levelings.values.sorted(by: { $0.track < $1.track }) {
      let track = sources.lazy.flatMap(\.facts.tracks).first { $0.id == leveling.track }
      if let shortfall = leveling.shortfall(of: track?.title ?? "the sound") { events(.warning(shortfall)) }
    }
    return levelings
  }

  /// Encodes the pictures at the ends of a cut.
  private func cuts(
    _ source: Source, _ plans: [Plan], _ targets: [RenditionTarget]
  ) throws(JobError) -> [Int32: CutPictures] {
    guard job.isCut else { return [:] }
    let encoder = CutEncoder(
      source, plans[0], in: targets[0].temporaryFolder, for: targets[0].name, until: cancellation)
    var pictures: [Int32: CutPictures] = [:]
    try stoppingForCancellation { () throws(JobError) in pictures = try encoder.run() }
    return pictures
  }

  /// Encodes the inputs that differ from the first one, if others are copied.
  ///
  /// - Returns: The source with what was encoded in their places.
  private func encodingInputs(
    of source: Source, _ plans: [Plan], _ targets: [RenditionTarget], _ meter: ProgressMeter
  ) throws(JobError) -> Source {
    guard plans[0].encodesInputs else { return source }
    let encoder = JoinEncoder(
      source, plans[0], in: targets[0].temporaryFolder, for: targets[0].name, until: cancellation)
    var joined = source
    try stoppingForCancellation { () throws(JobError) in
      joined = try encoder.run(measuredBy: meter) { [events] in events(.progress($0)) }
    }
    return joined
  }

  func refuseIfCancelled() throws(JobError) { try cancellation.refuseIfCancelled() }

  /// Does a step unless the job was cancelled. A step that fails by cancellation throws the cancellation instead.
  private func stoppingForCancellation<Value>(_ step: () throws(JobError) -> Value) throws(JobError) -> Value {
    try refuseIfCancelled()
    do {
      return try step()
    } catch {
      throw cancellation.error ?? error
    }
  }
}

extension JobError {
  /// The only JSON document of `--json`, where it ends in this error.
  package var document: String { JobEvent.error(self).json.document }
}

extension Result where Success == JobResult, Failure == JobError {
  /// The only JSON document of `--json`, which is the last event.
  package var document: String {
    switch self {
    case .success(let result): JobEvent.result(result).json.document
    case .failure(let error): error.document
    }
  }
}
