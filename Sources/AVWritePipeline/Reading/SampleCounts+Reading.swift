internal import AVFoundation

extension SampleCounts {
  /// Counts the samples of a track as they are stored, by reading them all.
  ///
  /// - Throws: `JobError` of the reader.
  static func reading(
    _ track: AVAssetTrack, of asset: AVAsset, named name: String, onDamage policy: DamagePolicy = .fail
  ) throws(JobError) -> Track {
    let counted = SampleCounts(trackCount: 1)
    do {
      try asset.readSamples(of: track, onDamage: policy) { counted.add($0, track: 0) }
    } catch {
      throw JobError(reading: error, of: name)
    }
    return counted.snapshot[0]
  }
}

extension Source {
  /// Returns the source with the ends of its pictures and sounds counted, where its file lets them only be estimated.
  ///
  /// It reads all their packets, and decodes none.
  ///
  /// - Parameter check: a closure that is called before each track; its error ends the counting.
  /// - Throws: `JobError` of the reader.
  func countingEnds(
    onDamage policy: DamagePolicy, continuing check: () throws(JobError) -> Void
  ) throws(JobError) -> Source {
    if facts.hasExactDurations { return self }
    var counted = self
    for index in facts.tracks.indices where [.video, .audio].contains(facts.tracks[index].kind) {
      try check()
      let count = try SampleCounts.reading(
        assetTrack(facts.tracks[index]), of: asset, named: input.name, onDamage: policy)
      counted.facts.tracks[index].takeTimes(of: count)
    }
    for end in counted.facts.tracks.filter({ [.video, .audio].contains($0.kind) }).compactMap(\.end) {
      counted.facts.duration = max(counted.facts.duration ?? end, end)
    }
    return counted
  }
}

extension SourceFacts {
  /// Returns whether a part depends on the ends of tracks that the file lets only be estimated: it may begin behind such
  /// an end, or chapters of it last beyond all of them, and there may be samples all the same.
  func needsCountedEnds(for selection: TimeSelection) -> Bool {
    guard !hasExactDurations, !selection.isWhole else { return false }
    let tracks = tracks.filter { [.video, .audio].contains($0.kind) }
    // Times count from the first track that is chosen, which may be any of them.
    let latest = tracks.map(\.start).max() ?? .zero
    guard let part = try? SourcePart(selection, of: self, from: latest) else { return selection.start != nil }
    return tracks.contains { part.excludes($0) && $0.start < part.origin }
      || chapters.contains { part.secondsBehindMedia(of: $0) > Self.leastCountedSeconds }
  }

  /// The seconds beyond the estimated end of the media from which a chapter may lie in media that the estimate lacks.
  /// Fewer are as likely an inexact chapter, for which a long file is not read to its end.
  private static let leastCountedSeconds = 1.0

  /// A Boolean value that says whether the file is sound whose end is only estimated from the bit rate at its start,
  /// which may change later.
  var isSoundOfEstimatedLength: Bool { !hasExactDurations && !tracks.contains { $0.kind == .video } }
}

extension TrackFacts {
  /// Sets the start and the duration of the track to those of its counted samples, if it has any. A last sample without
  /// a stated end ends no later than the container's duration.
  mutating func takeTimes(of count: SampleCounts.Track) {
    guard let start = count.start, var end = count.end else { return }
    if let assumed = count.assumedEnd { end = max(end, min(assumed, self.end ?? assumed)) }
    self.start = start
    duration = ExactTime(CMTime(end) - CMTime(start))
  }
}
