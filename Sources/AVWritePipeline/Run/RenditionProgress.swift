internal import AVFoundation

/// How far one output is: by what has left its encoders, since much waits in them.
struct RenditionProgress: Sendable {
  private let tally: Tally
  private let origin: ExactTime
  private let tracks: [Track]
  /// Everything that the rendition writes is in it, under whatever name.
  private let folder: String

  private struct Track: Sendable {
    let input: AVAssetWriterInput
    /// Where its samples come from.
    let output: SharedOutput?
    let isPictures: Bool
    /// What is done with a picture before an encoder has it out again, beside all that is done with it.
    let intake: Double
    /// Seconds wanted; nil where nobody knows.
    let duration: Double?
    /// Beside those of other tracks.
    let work: Double
    /// Of the pictures that are encoded, where all are.
    let profile: WorkProfile?

    /// What has left the encoder: of segments what the file has not all of yet.
    var encodedCount: Int { output?.encodedPictureCount ?? input.encodedSampleCount }
  }

  /// - Parameter output: what a track's samples come from.
  init(
    _ writer: RenditionWriter, of source: Source, from output: (TrackPlan) -> SharedOutput?
  ) throws(JobError) {
    let plan = writer.plan
    tally = writer.tally
    folder = writer.target.temporaryFolder
    origin = plan.origin
    let longest = source.facts.duration.map { max(0, $0.seconds - plan.origin.seconds) }
    tracks = try zip(plan.tracks, writer.inputs).map { (track, input) throws(JobError) in
      let duration = track.seconds(of: plan) ?? longest
      return Track(
        input: input, output: output(track), isPictures: track.source.kind == .video, intake: track.action.intake,
        duration: duration,
        work: track.action.workPerSecond * (duration ?? 1),
        profile: track.keepsAllPictures(of: plan) ? WorkProfile(try source.assetTrack(track.source)) : nil)
    }
  }

  /// Nil before the first sample.
  var measure: Measure? {
    let given = tally.snapshot
    guard given.contains(where: { $0.samples > 0 }) else { return nil }
    var (done, isKnown) = (0.0, true)
    for (track, given) in zip(tracks, given) {
      if let share = share(of: track, given) { done += share * track.work } else { isKnown = false }
    }
    let fraction = isKnown && work > 0 ? min(done / work, 1) : nil
    let main = tracks.filter { $0.work * 2 >= (tracks.map(\.work).max() ?? 0) }
    let reached = main.map(\.input.encodedTime.seconds).min() ?? 0
    let repeated = given.map(\.passes)
    return Measure(
      fraction: fraction, position: reached + repeated.reduce(0) { $0 + $1.repeatedSeconds },
      frames: tracks.filter(\.isPictures).reduce(0) { $0 + $1.encodedCount }
        + repeated.reduce(0) { $0 + $1.repeatedPictures },
      furtherPass: max(0, (given.map(\.passes.pass).max() ?? 0) - 1), bytes: bytesWritten)
  }

  /// Of all tracks, beside that of other outputs.
  fileprivate var work: Double { tracks.reduce(0) { $0 + $1.work } }

  /// How much of a track is done; nil where nobody knows how long it is.
  private func share(of track: Track, _ given: Tally.Track) -> Double? {
    if given.isFinished, given.passes.pass > 0 { return 1 }
    return shareOfFirstPass(of: track, given).map { given.passes.fraction(ofFirst: $0) }
  }

  /// The same of the first pass, or of the only one. What was given to the writer is all there is, once no more comes.
  private func shareOfFirstPass(of track: Track, _ given: Tally.Track) -> Double? {
    if track.isPictures {
      let count = given.isFinished ? given.samples : track.profile?.count ?? track.input.expectedSampleCount
      if count > 0 {
        func share(_ pictures: Int) -> Double {
          track.profile?.share(of: pictures, among: count) ?? min(Double(pictures) / Double(count), 1)
        }
        return track.intake * share(given.samples) + (1 - track.intake) * share(track.encodedCount)
      }
    }
    let end = given.isFinished ? given.end.map { $0.seconds - origin.seconds } ?? 0 : track.duration
    guard let end else { return nil }
    return end > 0 ? min(max(track.input.encodedTime.seconds / end, 0), 1) : 1
  }

  private var bytesWritten: Int64 {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { $0 + Int64(stat(path: folder + "/" + $1, followingLinks: false)?.st_size ?? 0) }
  }
}

extension [RenditionProgress] {
  /// Where the job stands, all outputs together; the position is the slowest one's.
  var measure: Measure? {
    let measures = compactMap { rendition in rendition.measure.map { ($0, rendition.work) } }
    guard let first = measures.first else { return nil }
    let isKnown = measures.count == count && measures.allSatisfy { $0.0.fraction != nil }
    let done = measures.reduce(0) { $0 + ($1.0.fraction ?? 0) * $1.1 }
    return Measure(
      fraction: isKnown ? done / reduce(0) { $0 + $1.work } : nil,
      position: measures.map(\.0.position).min() ?? 0, frames: first.0.frames,
      furtherPass: measures.map(\.0.furtherPass).max() ?? 0, bytes: measures.reduce(0) { $0 + $1.0.bytes })
  }
}

extension TrackPlan {
  /// Whether each picture of the source is encoded, and no other.
  fileprivate func keepsAllPictures(of plan: Plan) -> Bool {
    guard case .encodeVideo(let encoding) = action else { return false }
    return encoding.frameRate == nil && plan.start == nil && plan.end == nil
  }
}

extension TrackPlan.Action {
  /// The share of a picture's work that is done with it when an encoder takes it; of segments all is done before.
  fileprivate var intake: Double {
    if case .encodeVideo(let encoding) = self, !isSplit { encoding.intakeWork / encoding.work } else { 0 }
  }
}
