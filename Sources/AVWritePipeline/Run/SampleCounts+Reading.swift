internal import AVFoundation

extension SampleCounts {
  /// Counts the samples of a track as they are stored, by reading them all.
  ///
  /// - Throws: `JobError` of the reader.
  static func reading(
    _ track: AVAssetTrack, of asset: AVAsset, named name: String, onDamage policy: DamagePolicy = .fail
  ) throws(JobError) -> Track {
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let counted = SampleCounts(trackCount: 1)
    do {
      let reader = try AVAssetReader(asset: asset)
      reader.continuesAfterDamage = policy == .salvage
      guard reader.canAdd(output) else {
        throw JobError(.settingsUnsupported, "\(name): track \(track.trackID) cannot be read")
      }
      reader.add(output)
      if reader.startReading() {
        while let sample = output.copyNextSampleBuffer() { counted.add(sample, track: 0) }
      }
      if let error = reader.error { throw error }
    } catch let error as JobError {
      throw error
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
    return counted
  }
}

extension TrackFacts {
  /// Takes the start and the duration that the samples of the track were counted to have, if it has any.
  mutating func takeTimes(of count: SampleCounts.Track) {
    guard let start = count.start, let end = count.end else { return }
    self.start = start
    duration = ExactTime(CMTime(end) - CMTime(start))
  }
}
