internal import AVFoundation

/// A writer of one rendition of a source, with an input for each planned track.
///
/// It is made on the runner's thread; then a pump starts and finishes it, and its inputs belong to the pipes.
final class RenditionWriter {
  let plan: Plan
  let source: Source
  let target: RenditionTarget
  let counts: SampleCounts
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
    self.source = source
    self.target = target
    counts = SampleCounts(trackCount: plan.tracks.count)
    let writer = try Self.makeWriter(plan, file: rendition.file, to: target)
    inputs = try plan.tracks.map { (track) throws(JobError) in
      try Self.addInput(
        track, of: plan, from: source, rendition, to: writer, name: target.name)
    }
    let identified = Dictionary(zip(plan.tracks.map(\.source.id), inputs)) { first, _ in first }
    writer.relate(identified, as: source.asset)
    Self.describe(writer, as: source.asset, choosing: rendition.metadata, and: added)
    for track in plan.tracks {
      try identified[track.source.id]?.describe(
        as: source.assetTrack(track.source), track.source.id, choosing: rendition.metadata)
    }
    let lists = source.facts.chapterTracks.filter { identified[$0] != nil }
    if !source.facts.hasAllChapters(in: lists) {
      writer.chapters = Self.chapters(of: source, or: added, in: plan)
    }
    self.writer = writer
  }

  /// The writer as a pump takes it, which starts and finishes it.
  var destination: Pump.Destination {
    Pump.Destination(writer, from: CMTime(plan.part.origin), to: plan.part.end.map { CMTime($0) })
  }

  /// The reason why the file is not written any more.
  var error: JobError {
    guard let error = writer.error else {
      return JobError(.cancelled, "\(target.name): writing was cancelled")
    }
    return JobError(writing: error, to: target.name)
  }

  /// Returns the result of several passes, once the file is complete, or nil if no track makes several.
  ///
  /// - Parameter encoded: the result of the passes over segments, or nil if there were none.
  func passes(_ encoded: AVAssetWriterInput.MultiPassReport?) -> JobResult.Passes? {
    guard let report = encoded ?? inputs.lazy.compactMap(\.multiPassReport).first else { return nil }
    return JobResult.Passes(
      count: report.passCount, videoBytes: report.encodedByteCount, ssim: report.averageSSIM,
      worstSSIM: report.minimumSSIM, firstVideoBytes: report.firstPassByteCount, firstSSIM: report.firstPassSSIM,
      repeatedFrames: report.repeatedSampleCount,
      // A size is a bound: pictures that need less are at their best.
      isReached: plan.targetSize.map { target.byteCount <= $0.bytes } ?? report.reachesTargets,
      isAtBestQuality: plan.targetSize != nil && report.reachesBestQuality)
  }
}
