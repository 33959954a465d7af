internal import AVFoundation

/// The progress of one output, by the samples that have left its encoders, since much waits in them.
struct RenditionProgress: Sendable {
  private let counts: SampleCounts
  private let origin: ExactTime
  private let tracks: [Track]
  /// The folder in which the rendition writes all its files.
  private let folder: String

  private struct Track: Sendable {
    let input: AVAssetWriterInput
    /// The output that its samples come from.
    let output: SharedOutput?
    let isPictures: Bool
    /// The seconds of the part that is transcoded, or nil if they are not known.
    let duration: Double?
    /// The work on the track, in a unit that all tracks share.
    let work: Work
    /// The distribution of the work over the pictures, where all of them are encoded.
    let profile: WorkProfile?

    /// The number of samples that have left the encoder; of segments, even those that are not in the file yet.
    var encodedCount: Int { output?.encodedPictureCount ?? input.encodedSampleCount }
  }

  /// - Parameters:
  ///   - profiles: the profiles of the source's tracks, by their identifiers.
  ///   - output: a closure that returns the output that a track's samples come from.
  init(
    _ writer: RenditionWriter, _ profiles: [Int32: WorkProfile],
    from output: (TrackPlan) -> SharedOutput?
  ) {
    let plan = writer.plan
    counts = writer.counts
    folder = writer.target.temporaryFolder
    origin = plan.part.origin
    tracks = zip(plan.tracks, writer.inputs).map { track, input in
      let duration = track.seconds(of: plan) ?? plan.seconds(of: writer.source.facts)
      return Track(
        input: input, output: output(track), isPictures: track.source.kind == .video, duration: duration,
        work: track.workPerSecond * (duration ?? 1),
        profile: track.keepsAllPictures(of: plan) ? profiles[track.source.id] : nil)
    }
  }

  /// The progress of the output, or nil before the first sample.
  var measure: Measure? {
    let given = counts.snapshot
    guard given.contains(where: { $0.samples > 0 }) else { return nil }
    let works = zip(tracks, given).compactMap(work)
    let main = tracks.filter { $0.work.total * 2 >= (tracks.map(\.work.total).max() ?? 0) }
    let reached = main.map(\.input.encodedTime.seconds).min() ?? 0
    let repeated = given.map(\.passes)
    let passes = zip(tracks, given).map { $0.output?.passProgress?.pass ?? $1.passes.pass }
    return Measure(
      work: works.count == tracks.count ? works.reduce(WorkDone(), +) : nil,
      position: reached + repeated.reduce(0) { $0 + $1.repeatedSeconds },
      frames: tracks.filter(\.isPictures).reduce(0) { $0 + $1.encodedCount }
        + repeated.reduce(0) { $0 + $1.repeatedPictures },
      furtherPass: max(0, (passes.max() ?? 0) - 1), bytes: bytesWritten)
  }

  /// Returns the work on a track that is done, or nil if the track's duration is not known.
  private func work(on track: Track, _ given: SampleCounts.Track) -> WorkDone? {
    if let progress = track.output?.passProgress { return work(on: track, progress) }
    guard given.passes.pass > 0 else { return workOfFirstPass(on: track, given) }
    if given.isFinished { return WorkDone(share: 1, of: track.work.total) }
    return workOfFirstPass(on: track, given).map {
      WorkDone(share: given.passes.fraction(ofFirst: $0.fraction ?? 1), of: track.work.total)
    }
  }

  /// Returns the work that passes over segments have done, or nil if the number of pictures is not known.
  private func work(
    on track: Track, _ progress: (pass: Int, encodedCount: Int, pictureCount: Int?)
  ) -> WorkDone? {
    let count = progress.pictureCount ?? track.profile?.count ?? track.input.expectedSampleCount
    guard count > 0 else { return nil }
    let share = min(Double(progress.encodedCount) / Double(count), 1)
    return WorkDone(
      share: PassProgress.Shares.ofSegments.span(of: progress.pass).point(share), of: track.work.total)
  }

  /// Returns the work that the first or only pass has done. When no more samples come, the given ones are all.
  private func workOfFirstPass(on track: Track, _ given: SampleCounts.Track) -> WorkDone? {
    if track.isPictures {
      let count = given.isFinished ? given.samples : track.profile?.count ?? track.input.expectedSampleCount
      if count > 0 {
        let (taken, coded) = (given.samples, track.encodedCount)
        let done =
          track.profile?.done(track.work, taken: taken, coded: coded, among: count)
          ?? track.work.shares(min(Double(taken) / Double(count), 1), min(Double(coded) / Double(count), 1))
        return WorkDone(done: done, whole: track.work)
      }
    }
    let end = given.isFinished ? given.end.map { $0.seconds - origin.seconds } ?? 0 : track.duration
    guard let end else { return nil }
    let share = end > 0 ? min(max(track.input.encodedTime.seconds / end, 0), 1) : 1
    return WorkDone(done: track.work * share, whole: track.work)
  }

  private var bytesWritten: Int64 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { $0 + Int64(stat(path: folder + "/" + $1, followingLinks: false)?.st_size ?? 0) }
  }
}

extension [RenditionProgress] {
  /// The progress of all outputs together; the position is the slowest one's.
  var measure: Measure? {
    let measures = compactMap(\.measure)
    guard let first = measures.first else { return nil }
    let works = measures.compactMap(\.work)
    return Measure(
      work: works.count == count ? works.reduce(WorkDone(), +) : nil,
      position: measures.map(\.position).min() ?? 0, frames: first.frames,
      furtherPass: measures.map(\.furtherPass).max() ?? 0, bytes: measures.reduce(0) { $0 + $1.bytes })
  }
}

extension [RenditionWriter] {
  /// The profiles of the tracks all of whose pictures are encoded, made once for all writers.
  var workProfiles: [Int32: WorkProfile] {
    get throws(JobError) {
      var profiles: [Int32: WorkProfile] = [:]
      for writer in self {
        for track in writer.plan.tracks
        where track.keepsAllPictures(of: writer.plan) && profiles[track.source.id] == nil {
          profiles[track.source.id] = WorkProfile(try writer.source.assetTrack(track.source))
        }
      }
      return profiles
    }
  }
}

extension TrackPlan {
  /// Returns whether every picture of the source is encoded, and no other.
  fileprivate func keepsAllPictures(of plan: Plan) -> Bool {
    guard case .encodeVideo(let encoding) = action else { return false }
    return encoding.frameRate == nil && plan.part.isWhole
  }
}
