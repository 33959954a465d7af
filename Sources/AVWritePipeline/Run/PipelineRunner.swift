internal import AVFoundation
internal import Synchronization

/// Carries out the plans of a job: reader outputs feed writer inputs, and the writers finish their files.
///
/// `run` blocks its thread and is called once; `cancel` and `progress` may be used from any thread.
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
  private let meter: ProgressMeter
  private let isCancelled = Mutex(false)

  /// Prepares reader and pipes; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - writers: of one output at least, all of one job.
  ///   - levelings: what was measured of the sound whose loudness changes.
  /// - Throws: `JobError` of exit 69 when a track cannot be read as planned.
  init(
    _ source: Source, writers: [RenditionWriter], levelings: [SampleRequest: Leveling], onDamage policy: DamagePolicy
  ) throws(JobError) {
    self.source = source
    self.writers = writers
    let plans = writers.map(\.plan)
    let pace = plans.contains(where: \.isRealTime) ? SourcePace() : nil
    self.pace = pace
    meter = ProgressMeter(source.facts, writers)
    reader = try source.makeReader(for: plans, onDamage: policy)
    var outputs: [SampleRequest: SharedOutput] = [:]
    var pipes: [TrackPipe] = []
    for writer in writers {
      for (index, track) in writer.plan.tracks.enumerated() {
        let request = SampleRequest(track)
        if outputs[request] == nil {
          outputs[request] = SharedOutput(try source.addOutput(track, to: reader), leveling: levelings[request])
        }
        guard let tap = outputs[request]?.makeTap() else { continue }
        let converter = track.converter(of: try source.assetTrack(track.source), in: writer.plan)
        pipes.append(
          TrackPipe(
            SampleFeed(tap, converter), writer.inputs[index], index: index, tally: writer.tally,
            pacing: track.pacing(pace)))
      }
    }
    self.pipes = pipes
    self.outputs = outputs
  }

  /// What of the source a plan's file lacks because it could not be read, track by track; complete after `run`.
  func losses(of plan: Plan) -> [Loss] {
    plan.tracks.flatMap { track in
      (outputs[SampleRequest(track)]?.lostTimeRanges ?? []).map { Loss($0, of: track.source) }
    }
  }

  /// Where the job stands; nil before the first sample.
  var progress: Progress? { meter.progress }

  /// Makes `run` fail soon. After its end nothing happens.
  func cancel() {
    isCancelled.withLock { $0 = true }
    pace?.stop()
    stopReading()
  }

  /// Reads, writes and finishes the files.
  ///
  /// - Parameter events: told the progress while it runs, and afterwards what the reader noticed.
  /// - Throws: `JobError` of the reader or of a writer, whichever failed first.
  func run(reportingTo events: @escaping @Sendable (JobEvent) -> Void) throws(JobError) {
    let ticker = meter.start { events(.progress($0)) }
    let result = Result { () throws(JobError) in try move() }
    ticker.cancel()
    do {
      try result.get()
    } catch {
      for writer in writers { writer.cancel() }
      throw error
    }
    if let progress = meter.progress { events(.progress(progress)) }
    for warning in reader.warnings { events(.warning(warning)) }
  }

  private func move() throws(JobError) {
    guard reader.startReading() else { throw readingError }
    if isCancelled.withLock({ $0 }) { reader.cancelReading() }
    for writer in writers { try writer.start() }
    feed()
    if let failed = writers.first(where: { !$0.isWriting }) { throw failed.error }
    guard reader.status == .completed else { throw readingError }
    finish()
    for writer in writers { try writer.requireCompletion() }
  }

  /// Runs all pipes to their ends, which come soon after a writer's failure.
  private func feed() {
    let running = DispatchGroup()
    for pipe in pipes {
      running.enter()
      pipe.start { [self] in
        if !writers.allSatisfy(\.isWriting) { stopReading() }
        running.leave()
      }
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
