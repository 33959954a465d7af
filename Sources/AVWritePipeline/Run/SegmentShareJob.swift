internal import AVFoundation

/// A job that encodes a share of another job's segments into the folder of its journal. Other machines encode the other
/// shares.
///
/// `run()` blocks its thread and is called once.
final class SegmentShareJob: Sendable {
  private let job: JobDescription
  private let folder: String
  private let share: SegmentWork.Share
  private let report: @Sendable (Progress) -> Void

  /// - Parameters:
  ///   - job: the job, whose one output has pictures that are encoded in segments.
  ///   - folder: the path of the journal's folder.
  ///   - share: the share.
  ///   - report: a closure that is given the progress now and then, on a queue of its own.
  init(
    _ job: JobDescription, in folder: String, share: SegmentWork.Share,
    reportingTo report: @escaping @Sendable (Progress) -> Void
  ) {
    self.job = job
    self.folder = folder
    self.share = share
    self.report = report
  }

  /// The seconds between two reports.
  private static let interval = 1.0

  /// Encodes the segments. Those that are there already are taken as they are. Where segments of the passes before are
  /// missing, or the sound whose size they need, nothing is encoded.
  ///
  /// - Throws: `JobError` of reading and encoding.
  func run() throws(JobError) {
    let (plans, sources) = try TranscodeJob(job).planning()
    guard let plan = plans.first, let source = sources.first, let track = plan.tracks.first(where: \.action.isSplit)
    else {
      throw JobError(.internalError, "\(job.input): there are no pictures that are encoded in segments")
    }
    if share.pass > 1, plan.lacksMeasuredSound(in: folder) { return }
    let reader = try source.file(of: track.source).source.makeReader(for: [plan], onDamage: job.damagePolicy)
    let work = SegmentWork(folder, jobCount: 1, share: share)
    let output = try source.addOutput(track, of: plan, to: reader, work)
    guard reader.startReading() else { throw JobError(reading: reader, of: source) }
    let whole = (track.seconds(of: plan) ?? 0) * (track.source.video?.framesPerSecond ?? 0) / Double(share.count)
    let start = ContinuousClock.now
    let ticker = Ticker(interval: Self.interval) { [report] in
      let frames = (output as? AVAssetReaderEncodedTrackOutput)?.encodedPictureCount ?? 0
      report(
        Progress(
          fraction: whole > 0 ? min(Double(frames) / whole, 1) : 0, frames: frames,
          fps: Double(frames) / max(start.secondsAgo, 1e-3), speed: 0, bytes: 0))
    }
    defer { ticker.cancel() }
    // Samples are stored when they are vended, and the job that joins them reads them again.
    while output.copyNextSampleBuffer() != nil {}
    guard reader.status == .completed else {
      throw JobError(reading: reader, of: source, storing: work, for: job.renditions[0].name)
    }
  }
}
