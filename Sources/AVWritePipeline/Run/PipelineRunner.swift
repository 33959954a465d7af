internal import AVFoundation
internal import Synchronization

/// Carries out a plan: reader outputs feed writer inputs, and the writer finishes the file.
///
/// `run` blocks its thread and is called once; `cancel` and `progress` may be used from any thread.
final class PipelineRunner: @unchecked Sendable {
  // Sendable: everything is set in `init`; reader and writer answer cancellation and status on any thread.

  private let source: Source
  private let plan: Plan
  private let transaction: OutputTransaction
  private let reader: AVAssetReader
  private let writer: AVAssetWriter
  private let pipes: [TrackPipe]
  /// Where the source is read at its own pace.
  private let pace: SourcePace?
  private let meter: ProgressMeter
  private let isCancelled = Mutex(false)
  let tally: Tally

  /// Prepares reader and writer; nothing is read or written yet.
  ///
  /// - Throws: `JobError` of exit 69 when a track cannot be read or written as planned.
  init(_ source: Source, plan: Plan, file: FileChoice, transaction: OutputTransaction) throws(JobError) {
    self.source = source
    self.plan = plan
    self.transaction = transaction
    let pace = plan.isRealTime ? SourcePace() : nil
    self.pace = pace
    tally = Tally(trackCount: plan.tracks.count)
    meter = ProgressMeter(source.facts, plan: plan, tally: tally, folder: transaction.temporaryFolder)
    reader = try Self.makeReader(source, plan: plan)
    writer = try Self.makeWriter(plan, file: file, transaction: transaction)
    var pipes: [TrackPipe] = []
    var inputs: [Int32: AVAssetWriterInput] = [:]
    for (index, track) in plan.tracks.enumerated() {
      let output = try Self.addOutput(track, of: source, to: reader)
      let input = try Self.addInput(
        track, of: plan, from: source, file: file, to: writer, transaction: transaction)
      let pipe = TrackPipe(output, input, index: index, tally: tally, pacing: track.pacing(pace))
      pipes.append(pipe)
      inputs[track.source.id] = input
    }
    Self.relate(inputs, as: source.asset, in: writer)
    Self.describe(writer, inputs, as: source.asset)
    self.pipes = pipes
  }

  /// Where the job stands; nil before the first sample.
  var progress: Progress? { meter.progress }

  /// Makes `run` fail soon. After its end nothing happens.
  func cancel() {
    isCancelled.withLock { $0 = true }
    pace?.stop()
    // A reader that has not started yet may not be cancelled and then started: `move` looks at the flag after that.
    if reader.status == .reading { reader.cancelReading() }
  }

  /// Reads, writes and finishes the file.
  ///
  /// - Parameter events: told the progress while it runs, and afterwards what the reader noticed.
  /// - Throws: `JobError` of the reader or the writer, whichever failed first.
  func run(reportingTo events: @escaping @Sendable (JobEvent) -> Void) throws(JobError) {
    let ticker = meter.start { events(.progress($0)) }
    let result = Result { () throws(JobError) in try move() }
    ticker.cancel()
    try result.get()
    if let progress = meter.progress { events(.progress(progress)) }
    for warning in reader.warnings { events(.warning(warning)) }
  }

  private func move() throws(JobError) {
    guard reader.startReading() else { throw readingError }
    if isCancelled.withLock({ $0 }) { reader.cancelReading() }
    guard writer.startWriting() else { throw writingError }
    writer.startSession(atSourceTime: CMTime(plan.origin))
    feed()
    guard writer.status == .writing else { throw writingError }
    guard reader.status == .completed else {
      writer.cancelWriting()
      throw readingError
    }
    if let end = plan.end { writer.endSession(atSourceTime: CMTime(end)) }
    finish()
    guard writer.status == .completed else { throw writingError }
  }

  /// Runs all pipes to their ends.
  private func feed() {
    let running = DispatchGroup()
    for pipe in pipes {
      running.enter()
      pipe.start { running.leave() }
    }
    running.wait()
  }

  private func finish() {
    let done = DispatchSemaphore(value: 0)
    writer.finishWriting { done.signal() }
    done.wait()
  }

  private var readingError: JobError {
    guard let error = reader.error else { return JobError(.cancelled, "\(source.input.name): reading was cancelled") }
    return JobError(reading: error, of: source.input.name)
  }

  private var writingError: JobError {
    guard let error = writer.error else {
      return JobError(.cancelled, "\(transaction.destination.path): writing was cancelled")
    }
    return JobError(writing: error, to: transaction.destination.path)
  }
}
