internal import AVFoundation

/// A runner that carries out the plans of a job: reader outputs feed writer inputs, and the writers finish their files.
///
/// `run` blocks its thread and is called once; `cancel` may be used from any thread.
final class PipelineRunner: @unchecked Sendable {
  // Sendable: everything is set in `init`; readers and pump answer cancellation and status on any thread.

  /// The writers, one for each plan, in the plans' order.
  let writers: [RenditionWriter]
  private let readers: SourceReaders
  private let segments: SegmentWork?
  private let pump: Pump
  private let outputs: [SampleRequest: SharedOutput]
  private let progress: [RenditionProgress]

  /// Prepares reader and pipes; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - writers: the writers of one output at least, all of one job.
  ///   - cuts: the pictures of tracks that are cut, by the tracks' identifiers.
  ///   - segments: the journal of segments, where pictures are encoded in segments.
  ///   - levelings: the measured gains of the sound whose loudness changes.
  /// - Throws: `JobError` of exit 69 when a track cannot be read as planned.
  init(
    _ writers: [RenditionWriter], levelings: [SampleRequest: Leveling], cuts: [Int32: CutPictures],
    segments: SegmentWork?, onDamage policy: DamagePolicy
  ) throws(JobError) {
    self.writers = writers
    let plans = writers.map(\.plan)
    let pace = plans.contains(where: \.isRealTime) ? SourcePace() : nil
    var readers = SourceReaders()
    var outputs: [SampleRequest: SharedOutput] = [:]
    var pipes: [TrackPipe] = []
    for writer in writers {
      let source = writer.source
      for (index, track) in writer.plan.tracks.enumerated() {
        let request = SampleRequest(track)
        if outputs[request] == nil {
          let reader = try readers.reader(
            of: track.source, source, for: plans.filter { $0.speed == track.speed }, onDamage: policy)
          let output = try source.addOutput(track, of: writer.plan, to: reader, segments)
          outputs[request] = SharedOutput(output, changing: track.action.gain(levelings[request])?.apply)
        }
        guard let tap = outputs[request]?.makeTap() else { continue }
        let converter: (any SampleConverter)? =
          if let cut = cuts[track.source.id] { cut } else {
            track.converter(
              of: try source.assetTrack(track.source), in: writer.plan,
              isChapterList: source.facts.chapterTracks.contains(track.source.id))
          }
        pipes.append(
          TrackPipe(
            SampleFeed(tap, converter, earliest: track.earliestTime(in: writer.plan)), writer.inputs[index],
            noting: TrackSampleCounts(counts: writer.counts, track: index), pacing: track.pacing(pace)))
      }
    }
    self.readers = readers
    self.segments = segments
    self.outputs = outputs
    pump = Pump(
      readers.all.map(\.reader), Array(outputs.values), through: pipes, into: writers.map(\.destination), at: pace)
    let profiles = try writers.workProfiles
    progress = writers.map { RenditionProgress($0, profiles) { outputs[SampleRequest($0)] } }
  }

  /// Returns the damaged parts of the source that a plan's file lacks, track by track; complete after `run`.
  func losses(of plan: Plan) -> [Loss] {
    plan.tracks.flatMap { track in
      (outputs[SampleRequest(track)]?.lostTimeRanges ?? []).map { Loss($0, of: track.source) }
    }
  }

  /// The result of several passes over segments, or nil if none are made, or before their end.
  var passReport: AVAssetWriterInput.MultiPassReport? { outputs.values.lazy.compactMap(\.multiPassReport).first }

  /// Makes `run` fail soon. After `run` has ended it does nothing.
  func cancel() { pump.cancel() }

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
      do throws(Pump.Failure) {
        try pump.run()
      } catch {
        throw self.error(of: error)
      }
    }
    for warning in readers.all.flatMap(\.reader.warnings) { events(.warning(warning)) }
  }

  private func error(of failure: Pump.Failure) -> JobError {
    switch failure {
    case .reading: return readers.error(storing: segments, for: writers[0].target.name)
    case .writing(let index): return writers[index].error
    case .converting(let cause):
      guard var error = cause as? JobError else { return JobError(reading: cause, of: writers[0].source.input.name) }
      error.message = "\(writers[0].source.input.name): \(error.message)"
      return error
    }
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
