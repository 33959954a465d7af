internal import AVFoundation
internal import Synchronization

/// A runner that carries out the plans of a job: reader outputs feed writer inputs, and the writers finish their files.
///
/// `run` blocks its thread and is called once; `cancel` may be used from any thread.
final class PipelineRunner: @unchecked Sendable {
  // Sendable: everything is set in `init`; reader and writers answer cancellation and status on any thread.

  /// The writers, one for each plan, in the plans' order.
  let writers: [RenditionWriter]
  private let source: Source
  private let reader: AVAssetReader
  private let pipes: [TrackPipe]
  private let outputs: [SampleRequest: SharedOutput]
  /// The pace of the source, where it is read at its own; nil otherwise.
  private let pace: SourcePace?
  private let progress: [RenditionProgress]
  private let isCancelled = Mutex(false)

  /// Prepares reader and pipes; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - writers: the writers of one output at least, all of one job.
  ///   - segments: the journal of segments, where pictures are encoded in segments.
  ///   - levelings: the measured gains of the sound whose loudness changes.
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

  /// Returns the damaged parts of the source that a plan's file lacks, track by track; complete after `run`.
  func losses(of plan: Plan) -> [Loss] {
    plan.tracks.flatMap { track in
      (outputs[SampleRequest(track)]?.lostTimeRanges ?? []).map { Loss($0, of: track.source) }
    }
  }

  /// Makes `run` fail soon. After `run` has ended it does nothing.
  func cancel() {
    isCancelled.withLock { $0 = true }
    pace?.stop()
    for output in outputs.values { output.cancel() }
    stopReading()
  }

  /// Reads, writes and finishes the files.
  ///
  /// - Parameters:
  ///   - pass: the number of the job's pass, from 0.
  ///   - meter: the meter of the pass.
  ///   - events: a closure that is given the progress while the pass runs, and afterwards the reader's warnings.
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

  /// Stops reading. A reader may not be cancelled before it starts: `move` looks at the flag after the start.
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

  /// The reason why a converter could not make samples, once all pipes have ended; nil where there is none.
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
  /// Returns the pacing of the track. Pictures can be left out before they are encoded, but a gap in sound is heard,
  /// and packets need each other.
  fileprivate func pacing(_ pace: SourcePace?) -> TrackPipe.Pacing {
    guard let pace else { return .writer }
    if case .encodeVideo = action { return .sourceDropping(pace) }
    return .source(pace)
  }
}
