internal import AVFoundation

extension Plan {
  /// Returns the tracks, as indices in the plan, from which no sample came although the source has samples and presents
  /// them.
  ///
  /// No track counts where only a part of the source was asked for, which may hold nothing of it, and no track of text,
  /// since texts without words become no samples.
  func absentTracks(_ counts: [SampleCounts.Track]) -> [Int] {
    guard part.isWhole else { return [] }
    return tracks.indices.filter { index in
      let (track, count) = (tracks[index], counts[index])
      if case .convertText = track.action { return false }
      return count.samples == 0 && count.droppedSamples == 0 && (track.source.sampleCount ?? 0) > 0
        && (track.source.duration ?? .zero) > .zero
    }
  }

  /// Returns the tracks that lost all their samples.
  func lostTracks(_ counts: [SampleCounts.Track], _ losses: [Loss]) -> [TrackFacts] {
    zip(tracks, counts).filter { track, count in
      count.samples == 0 && losses.contains { $0.track == track.source.id }
    }
    .map(\.0.source)
  }

  /// Returns the losses, with the tracks of which nothing came added to them.
  ///
  /// - Throws: `JobError` of exit 65 where losses are not accepted.
  func accountForAbsence(
    _ counts: [SampleCounts.Track], _ losses: [Loss], of input: String, onDamage policy: DamagePolicy
  ) throws(JobError) -> [Loss] {
    let absent = absentTracks(counts).map { tracks[$0].source }.filter { track in
      !losses.contains { $0.track == track.id }
    }
    if policy != .salvage, let track = absent.first {
      let count = track.sampleCount.map { "\($0) " } ?? ""
      var error = JobError(
        .mediaDamaged,
        "\(input): \(track.title) has \(count)samples, but none can be presented: its index contradicts its media",
        hint: ErrorCode.mediaDamaged.advice)
      error.track = track.id
      throw error
    }
    let ranges = absent.map { track in
      Loss(
        CMTimeRange(start: CMTime(track.start), duration: track.duration.map { CMTime($0) } ?? .indefinite), of: track)
    }
    return losses + ranges
  }
}
