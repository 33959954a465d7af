internal import AVFoundation

/// A writer of one rendition of a source, with an input for each planned track.
///
/// It is made, started and finished on the runner's thread; in between its inputs belong to the pipes.
final class RenditionWriter {
  let plan: Plan
  let target: RenditionTarget
  let tally: Tally
  /// The inputs, in the order of the plan's tracks.
  let inputs: [AVAssetWriterInput]
  private let writer: AVAssetWriter

  /// Prepares the writer; nothing is written yet.
  ///
  /// - Throws: `JobError` of exit 69 when a track cannot be written as planned.
  init(
    _ plan: Plan, of source: Source, _ rendition: Rendition, adding added: AddedMetadata, to target: RenditionTarget
  ) throws(JobError) {
    self.plan = plan
    self.target = target
    tally = Tally(trackCount: plan.tracks.count)
    let writer = try Self.makeWriter(plan, file: rendition.file, to: target)
    inputs = try plan.tracks.map { (track) throws(JobError) in
      try Self.addInput(
        track, of: plan, from: source, rendition, to: writer, path: target.path)
    }
    let identified = Dictionary(zip(plan.tracks.map(\.source.id), inputs)) { first, _ in first }
    Self.relate(identified, as: source.asset, in: writer)
    Self.describe(writer, identified, as: source.asset, choosing: rendition.metadata, and: added)
    if !source.facts.chapterTracks.contains(where: { identified[$0] != nil }) {
      writer.chapters = Self.chapters(of: source.asset, or: added, in: plan)
    }
    self.writer = writer
  }

  /// - Throws: `JobError` of the writer.
  func start() throws(JobError) {
    guard writer.startWriting() else { throw error }
    writer.startSession(atSourceTime: CMTime(plan.part.origin))
  }

  /// A Boolean value that says whether the writer is writing, and has not failed. It may be used from any thread.
  var isWriting: Bool { writer.status == .writing }

  /// The reason why it is not writing any more.
  var error: JobError {
    guard let error = writer.error else {
      return JobError(.cancelled, "\(target.path): writing was cancelled")
    }
    return JobError(writing: error, to: target.path)
  }

  /// Cancels writing. After the writer has ended it does nothing.
  func cancel() { if isWriting { writer.cancelWriting() } }

  /// Begins to complete the file; `onEnd` is called on another thread.
  func finish(onEnd: @escaping @Sendable () -> Void) {
    if let end = plan.part.end { writer.endSession(atSourceTime: CMTime(end)) }
    writer.finishWriting(completionHandler: onEnd)
  }

  /// The result of several passes, once the file is complete; nil where no track makes several.
  var passes: JobResult.Passes? {
    guard let report = inputs.lazy.compactMap(\.multiPassReport).first else { return nil }
    return JobResult.Passes(
      count: report.passCount, videoBytes: report.encodedByteCount, ssim: report.averageSSIM,
      worstSSIM: report.minimumSSIM, firstVideoBytes: report.firstPassByteCount, firstSSIM: report.firstPassSSIM,
      repeatedFrames: report.repeatedSampleCount,
      // A size is a bound: pictures that need less are at their best.
      isReached: plan.targetSize.map { target.byteCount <= $0.bytes } ?? report.reachesTargets,
      isAtBestQuality: plan.targetSize != nil && report.reachesBestQuality)
  }

  /// - Throws: `JobError` of the writer, unless the file is complete.
  func requireCompletion() throws(JobError) {
    guard writer.status == .completed else { throw error }
  }
}
