internal import AVFoundation
internal import Synchronization

/// Carries out the plans of a job: reader outputs feed writer inputs, and the writers finish their files.
///
/// `run` blocks its thread and is called once; `cancel` may be used from any thread.
final class PipelineRunner: @unchecked Sendable {
  // Sendable: everything is set in `init`; reader and writers answer cancellation and status on any thread.

  /// One for each plan, in their order.
  let writers: [RenditionWriter]
  private let source: Source
  private let reader: AVAssetReader
  private let pipes: [TrackPipe]
  private let outputs: [SampleRequest: SharedOutput]
  /// Where the source is read at its own pace.
  private let pace: SourcePace?
  private let progress: [RenditionProgress]
  private let isCancelled = Mutex(false)

  /// Prepares reader and pipes; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - writers: of one output at least, all of one job.
  ///   - segments: where pictures are encoded in segments.
  ///   - levelings: what was measured of the sound whose loudness changes.
  /// - Throws: `JobError` of exit 69 when a track cannot be read as planned.
  init(
    _ source: Source, writers: [RenditionWriter], levelings: [SampleRequest: Leveling], segments: SegmentWork?,
    onDamage policy: DamagePolicy
  ) throws(JobError) {
    self.source = source
    self.writers = writers
    let plans = writers.map(\.plan)
    let pace = plans.contains(where: \.isRealTime) ? SourcePace() : nil
    self.pace = pace
    reader = try source.makeReader(for: plans, onDamage: policy)
    var outputs: [SampleRequest: SharedOutput] = [:]
    var pipes: [TrackPipe] = []
    for writer in writers {
      for (index, track) in writer.plan.tracks.enumerated() {
        let request = SampleRequest(track)
        if outputs[request] == nil {
          outputs[request] = SharedOutput(
            try source.addOutput(track, of: writer.plan, to: reader, segments), leveling: levelings[request])
        }
        guard let tap = outputs[request]?.makeTap() else { continue }
        let converter = track.converter(of: try source.assetTrack(track.source), in: writer.plan)
        pipes.append(
          TrackPipe(
            SampleFeed(tap, converter, earliest: track.earliestTime(in: writer.plan)), writer.inputs[index],
            index: index, tally: writer.tally,
            pacing: track.pacing(pace)))
      }
    }
    self.pipes = pipes
    self.outputs = outputs
    let profiles = try source.workProfiles(for: plans)
    progress = writers.map { RenditionProgress($0, of: source.facts, profiles) { outputs[SampleRequest($0)] } }
  }

  /// What of the source a plan's file lacks because it could not be read, track by track; complete after `run`.
  func losses(of plan: Plan) -> [Loss] {
    plan.tracks.flatMap { track in
      (outputs[SampleRequest(track)]?.lostTimeRanges ?? []).map { Loss($0, of: track.source) }
    }
  }

  /// Makes `run` fail soon. After its end nothing happens.
  func cancel() {
    isCancelled.withLock { $0 = true }
    pace?.stop()
    for output in outputs.values { output.cancel() }
    stopReading()
  }

  /// Reads, writes and finishes the files.
  ///
  /// - Parameters:
  ///   - pass: of the job, from 0.
  ///   - meter: measures the pass.
  ///   - events: told the progress while it runs, and afterwards what the reader noticed.
  /// - Throws: `JobError` of the reader or of a writer, whichever failed first.
  func run(
    pass: Int, measuredBy meter: ProgressMeter, reportingTo events: @escaping @Sendable (JobEvent) -> Void
  ) throws(JobError) {
    try meter.measure(pass: pass, by: { [progress] in progress.measure }, reportingTo: { events(.progress($0)) }) {
      () throws(JobError) in
      do throws(JobError) {
        try move()
      } catch {
        for writer in writers { writer.cancel() }
        for output in outputs.values { output.stop() }
        throw error
      }
    }
    for warning in reader.warnings { events(.warning(warning)) }
  }

  private func move() throws(JobError) {
    guard reader.startReading() else { throw readingError }
    if isCancelled.withLock({ $0 }) { reader.cancelReading() }
    for writer in writers { try writer.start() }
    feed()
    if let failure = conversionError { throw failure }
    if let failed = writers.first(where: { !$0.isWriting }) { throw failed.error }
    guard reader.status == .completed else { throw readingError }
    finish()
    for writer in writers { try writer.requireCompletion() }
  }

  /// Runs all pipes to their ends, which come soon after a writer's failure.
  private func feed() {
    let running = DispatchGroup()
    let inOnePass = DispatchGroup()
    for pipe in pipes where !pipe.makesPasses { inOnePass.enter() }
    // Sparse tracks start first: the writer waits for their samples only once it knows that they are fed.
    for pipe in pipes.filter(\.isSparse) + pipes.filter({ !$0.isSparse }) {
      running.enter()
      let onEnd: @Sendable () -> Void = { [self] in
        if pipe.feed.failure != nil || !writers.allSatisfy(\.isWriting) { stopReading() }
        if !pipe.makesPasses { inOnePass.leave() }
        running.leave()
      }
      if pipe.makesPasses { pipe.startPasses(after: inOnePass, onEnd: onEnd) } else { pipe.start(onEnd: onEnd) }
    }
    running.wait()
  }

  /// A reader that has not started yet may not be cancelled and then started: `move` looks at the flag after that.
  private func stopReading() {
    if reader.status == .reading { reader.cancelReading() }
  }

  private func finish() {
    let running = DispatchGroup()
    for writer in writers {
      running.enter()
      writer.finish { running.leave() }
    }
    running.wait()
  }

  /// Why other samples could not be made of a track's, once all pipes are at their ends.
  private var conversionError: JobError? {
    guard var error = pipes.lazy.compactMap(\.feed.failure).first else { return nil }
    error.message = "\(source.input.name): \(error.message)"
    return error
  }

  private var readingError: JobError {
    JobError(reading: reader, of: source)
  }
}

extension TrackPlan {
  /// Pictures can be left out before they are encoded; a gap in sound is heard, and packets need each other.
  fileprivate func pacing(_ pace: SourcePace?) -> TrackPipe.Pacing {
    guard let pace else { return .writer }
    if case .encodeVideo = action { return .sourceDropping(pace) }
    return .source(pace)
  }
}
