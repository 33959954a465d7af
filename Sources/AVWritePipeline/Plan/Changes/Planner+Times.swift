internal import AVFoundation

/// The changes to times, where only a part of the source or some of its tracks are wanted.
extension Planner {
  /// Returns the changes to durations, starts and rates, with their values where they are known before the job.
  func timeChanges(_ plan: Plan) -> [PlannedChange] {
    if plan.part.isWhole {
      let isShorter = plan.tracks.count < source.tracks.count && rendition.speedFactor == nil && source.further.isEmpty
      guard isShorter, let end = expectedEnd(of: plan) else { return [] }
      return [change("file.duration", to: end, "a longer track is left out")]
    }
    var changes: [PlannedChange] = []
    if let end = expectedEnd(of: plan) { changes.append(change("file.duration", to: end, SourcePart.reason)) }
    for track in plan.tracks where [.video, .audio].contains(track.source.kind) {
      // In other containers a copied track begins and ends with whole packets, which the plan does not read.
      guard container.isMovie || track.action != .copy, let range = track.shownRange(in: plan.part) else { continue }
      let name = track.source.factName
      changes.append(change(name + ".start", to: range.start, SourcePart.reason))
      if track.frameRate == nil { changes.append(change(name + ".duration", to: range.duration, SourcePart.reason)) }
      if let rate = accounted.facts.first(where: { $0.name == name + ".video.frameRate" }),
        keepsFrameRate(track, for: range.duration.seconds, of: plan.part)
      {
        changes.append(.converting(only: rate.name, to: rate.value, SourcePart.reason))
      }
    }
    return changes + plan.part.timeChanges
  }

  /// Returns the change of a time, which stays what it is where facts do not tell both apart.
  private func change(_ name: String, to time: ExactTime, _ reason: String) -> PlannedChange {
    let new = Fact(name, time: time)
    let same = accounted.facts.first { $0.name == name && $0.hasSameValue(as: new) }
    return .converting(only: name, to: (same ?? new).value, reason)
  }

  /// Returns whether the mean rate of a track's pictures is the same in a part: the pictures at its ends are shown for a
  /// shorter time. That of pictures which are not shown equally long is taken for another.
  private func keepsFrameRate(_ track: TrackPlan, for seconds: Double, of part: SourcePart) -> Bool {
    guard let video = track.source.video, let length = video.frameDuration?.seconds, length > 0,
      abs(length * video.framesPerSecond - 1) <= TrackFacts.Video.rateTolerance, seconds > 0
    else { return false }
    // Copies keep their pictures whole, and hide what is outside the part.
    if track.action == .copy, !job.isCut { return true }
    let first = max(0, part.origin.seconds - track.source.start.seconds)
    let (begun, ended) = ((first / length + 1e-6).rounded(.down), ((first + seconds) / length - 1e-6).rounded(.up))
    let rate = (ended - begun) / seconds
    return abs(rate - video.framesPerSecond) <= max(rate, video.framesPerSecond) * TrackFacts.Video.rateTolerance
  }

  /// Returns the duration of the file; nil where it is not known, or texts, whose pauses are written or not, end it.
  private func expectedEnd(of plan: Plan) -> ExactTime? {
    let (tracks, part) = (plan.tracks, plan.part)
    let ends = tracks.map { track in
      let end = source.chapterTracks.contains(track.source.id) ? part.ofChapters.end : part.end
      return track.source.end.map { min($0, end ?? $0) }
    }
    guard !ends.contains(nil), let last = ends.compactMap(\.self).max() else { return nil }
    let isSounded = zip(tracks, ends).contains { track, end in
      [.video, .audio].contains(track.source.kind) && track.frameRate == nil && end.map { $0 >= last } ?? false
    }
    guard isSounded else { return nil }
    let first = container.statesTimes ? part.origin : tracks.map { max($0.source.start, part.origin) }.min()
    return ExactTime(CMTime(last) - CMTime(first ?? part.origin))
  }
}

extension TrackPlan {
  /// Returns what a part shows of the track, from time 0 of what is made; nil where that is not known.
  fileprivate func shownRange(in part: SourcePart) -> (start: ExactTime, duration: ExactTime)? {
    guard let end = source.end else { return nil }
    let range = part.shown(CMTimeRange(start: CMTime(source.start), end: CMTime(end)))
    guard let range, let start = ExactTime(range.start), let duration = ExactTime(range.duration) else { return nil }
    return (start, duration)
  }
}
