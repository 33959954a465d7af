internal import AVFoundation

/// A check of a finished file against what its writer was given, from the file's own tables.
struct Verifier {
  let plan: Plan
  let counts: [SampleCounts.Track]
  let path: String
  /// The user's name for the input.
  let input: String

  /// The result of the check.
  struct Finding {
    /// The tracks, in the order of the file.
    var tracks: [JobResult.Track]
    var facts: SourceFacts

    /// The matching of the source's tracks with the file's, or nil if the check gave no tracks.
    var matching: TrackMatching? {
      guard tracks.count == facts.tracks.count else { return nil }
      return TrackMatching(zip(tracks, facts.tracks).map { ($0.source, $1.id) })
    }

    /// The values of facts that are counted in files which do not state them, by the names of the source's facts.
    var counted: [String: String] {
      var values: [String: String] = [:]
      for track in tracks {
        values["track.\(track.source).duration"] = track.duration.clock
        values["track.\(track.source).samples"] = "\(track.samples)"
      }
      return values
    }
  }

  /// - Returns: The tracks and the facts of the output, from its tables.
  /// - Throws: `JobError` of exit 80, or of 65 when there was nothing to write or the input contradicts itself.
  func verify(_ level: FileChoice.Verification) throws(JobError) -> Finding {
    guard counts.contains(where: { $0.samples > 0 }) else {
      throw JobError(.inputEmpty, "the input contains no media")
    }
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let tracks = asset.tracks
    // A container may leave out a track that got no samples.
    let planned = Array(zip(plan.tracks, counts))
    let written = tracks.count == planned.count ? planned : planned.filter { $0.1.samples > 0 }
    let facts = SourceFacts(asset, byteCount: nil)
    guard level != .none || tracks.count == written.count else { return Finding(tracks: [], facts: facts) }
    guard tracks.count == written.count else {
      throw failure("the output has \(tracks.count) tracks instead of \(written.count)")
    }
    var found = facts.tracks
    if level != .none, !asset.providesPreciseDurationAndTiming {
      for (index, track) in tracks.enumerated() { try count(track, of: asset, into: &found[index]) }
    }
    let expected = written.map { ExpectedTimes($0.0, of: self.plan, $0.1) }
    let shift = shift(of: found, expected)
    let statesDuration = plan.container.statesDuration
    let ends = facts.tracks.map { statesDuration ? $0.end : nil }
    var results: [JobResult.Track] = []
    for (index, facts) in found.enumerated() {
      let (plan, counts) = written[index]
      if level != .none { try check(facts, plan, counts, expected[index], shift: shift) }
      // The check judges the facts that were read from the file. Only the result also has what is known from writing.
      var shown = facts
      if let expected = expected[index] {
        shown.showLastPicture(until: expected.end + shift, endingBy: ends[index])
      }
      results.append(
        JobResult.Track(
          source: plan.source.id, kind: facts.kind, codec: facts.codec, samples: facts.sampleCount ?? counts.samples,
          droppedSamples: counts.droppedSamples, start: facts.start, duration: shown.duration ?? .zero))
    }
    return Finding(tracks: results, facts: facts)
  }

  /// Returns the seconds by which all tracks are later than they were written. Containers other than movies count from
  /// their earliest sample, which may be padding of a codec.
  private func shift(of tracks: [TrackFacts], _ expected: [ExpectedTimes?]) -> Double {
    guard !plan.container.isMovie else { return 0 }
    return zip(tracks, expected).compactMap { facts, times in times.map { facts.start.seconds - $0.start } }.max() ?? 0
  }

  /// Counts the packets of a file that has no tables, such as MP3 whose encoder left no tag.
  private func count(_ track: AVAssetTrack, of asset: AVAsset, into facts: inout TrackFacts) throws(JobError) {
    do throws(JobError) {
      let counted = try SampleCounts.reading(track, of: asset, named: "the output")
      facts.sampleCount = counted.samples
      facts.takeTimes(of: counted)
    } catch {
      throw failure(error.message)
    }
  }

  private func check(
    _ facts: TrackFacts, _ plan: TrackPlan, _ counts: SampleCounts.Track, _ expected: ExpectedTimes?, shift: Double
  ) throws(JobError) {
    guard facts.kind == plan.kind else {
      throw failure("\(plan.source.title) became \(facts.kind.rawValue)")
    }
    if let count = facts.sampleCount, plan.countsPackets, count != counts.samples {
      throw failure("\(plan.source.title) has \(count) samples instead of the \(counts.samples) that were written")
    }
    guard let expected else { return }
    let start = facts.start.seconds
    let end = start + (facts.duration?.seconds ?? 0)
    if expected.allow(start: start, end: end, shift: shift) { return }
    try refuseContradiction(in: counts, plan, expected.tolerance)
    let shown = [start, end, expected.start, expected.end].map { ($0 * 1000).rounded() / 1000 }
    throw failure(
      "\(plan.source.title) is presented from \(shown[0]) to \(shown[1]) s instead of \(shown[2]) to \(shown[3]) s")
  }

  /// Throws an error for a source that contradicts itself. Sound that is encoded has the times of its samples, and no
  /// longer those that its source gave to its packets. Where the two disagree the source is wrong, and not the output.
  private func refuseContradiction(
    in counts: SampleCounts.Track, _ plan: TrackPlan, _ tolerance: Double
  ) throws(JobError) {
    guard case .encodeAudio = plan.action, let start = counts.start, let end = counts.end else { return }
    let span = end.seconds - start.seconds
    guard abs(counts.seconds - span) > tolerance else { return }
    let shown = [counts.seconds, span].map { ($0 * 1000).rounded() / 1000 }
    throw JobError(
      .inputDamaged,
      "\(input): \(plan.source.title) contains \(shown[0]) s of sound, but its index spreads it over \(shown[1]) s",
      hint: ErrorCode.inputDamaged.advice)
  }

  private func failure(_ message: String) -> JobError {
    JobError(.verificationFailed, "verification failed: \(message)", hint: "the output was removed")
  }
}

extension TrackFacts {
  /// Extends the picture that is shown last to the duration with which it was written, unless its file ends earlier:
  /// the file does not state the picture's duration otherwise, and readers guess it.
  ///
  /// - Parameters:
  ///   - seconds: the end of what was written, in seconds.
  ///   - stated: the end that the file states, or nil if it states none.
  fileprivate mutating func showLastPicture(until seconds: Double, endingBy stated: ExactTime?) {
    guard kind == .video, timeScale > 0, let counted = end,
      let ticks = Int64(exactly: (seconds * Double(timeScale)).rounded())
    else { return }
    let written = ExactTime(value: ticks, scale: timeScale)
    let shown = min(written, stated ?? written)
    if shown > counted { duration = ExactTime(CMTime(shown) - CMTime(start)) }
  }
}

extension TrackPlan {
  /// A Boolean value that says whether the samples that were counted are those that the file's tables count. Encoded
  /// audio was counted in decoded samples, and text was counted with or without its pauses.
  fileprivate var countsPackets: Bool {
    switch action {
    case .copy, .encodeVideo: true
    case .encodeAudio, .convertText: false
    }
  }
}
