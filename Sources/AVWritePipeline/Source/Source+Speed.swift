internal import AVFoundation

extension Source {
  /// Returns the source as it is shown at another speed: all its times are divided by the factor.
  ///
  /// Pictures and texts keep their order, and sound keeps its pitch.
  ///
  /// - Throws: `JobError` of exit 65 for tracks whose times cannot be scaled.
  func atSpeed(_ speed: SpeedFactor) throws(JobError) -> Source {
    var result = self
    result.media = try media(atSpeed: speed)
    result.chapters = chapters.map { $0.atSpeed(speed) }
    (result.facts, result.original, result.speed) = (facts.atSpeed(speed), facts, speed)
    result.added = try added.map { (file) throws(JobError) in
      AddedFile(path: file.path, source: try file.source.atSpeed(speed), ids: file.ids)
    }
    return result
  }

  private func media(atSpeed speed: SpeedFactor) throws(JobError) -> AVAsset {
    let composition = AVMutableComposition()
    for track in media.tracks where track.timeRange.duration > .zero {
      let range = track.endingTimeRange(of: facts.tracks.first { $0.id == track.trackID })
      let scaled = composition.addMutableTrack(withMediaType: track.mediaType, preferredTrackID: track.trackID)
      do {
        try scaled?.insertCountedTimeRange(range, of: track, at: range.start)
      } catch {
        throw JobError(reading: error, of: input.name)
      }
      scaled?.scaleTimeRange(CMTimeRange(start: .zero, end: range.end), toDuration: speed.scaled(range.end))
    }
    return composition
  }
}

extension SpeedFactor {
  /// Returns the time that becomes of a time; one that is not numeric stays.
  func scaled(_ time: CMTime) -> CMTime { ExactTime(time).map { CMTime(scaled($0)) } ?? time }
}

extension AVTimedMetadataGroup {
  /// Returns the group at the time that becomes of its own.
  func atSpeed(_ speed: SpeedFactor) -> AVTimedMetadataGroup {
    AVTimedMetadataGroup(
      items: items,
      timeRange: CMTimeRange(start: speed.scaled(timeRange.start), duration: speed.scaled(timeRange.duration)))
  }
}

extension SourceFacts {
  /// Returns the facts with times and rates at another speed.
  fileprivate func atSpeed(_ speed: SpeedFactor) -> SourceFacts {
    var facts = self
    facts.duration = duration.map(speed.scaled)
    for index in facts.chapters.indices {
      facts.chapters[index].start = speed.scaled(facts.chapters[index].start)
      facts.chapters[index].duration = facts.chapters[index].duration.map(speed.scaled)
    }
    for index in facts.tracks.indices { facts.tracks[index].takeSpeed(speed) }
    return facts
  }
}

extension TrackFacts {
  /// Files count in more ticks than this only where they have to.
  private static let highestTimeScale: Int64 = 10_000_000

  fileprivate mutating func takeSpeed(_ speed: SpeedFactor) {
    start = speed.scaled(start)
    duration = duration.map(speed.scaled)
    bitsPerSecond = bitsPerSecond.map { $0 * speed.value }
    video?.framesPerSecond *= speed.value
    let frameDuration = video?.frameDuration.map(speed.scaled)
    video?.frameDuration = frameDuration
    // All times that were whole ticks are so again.
    let ticks = Int64(timeScale) * Int64(speed.numerator)
    if ticks <= Self.highestTimeScale { timeScale = Int32(ticks) }
  }
}
