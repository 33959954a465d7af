import MediaSupport
import MediaTime
import MovieFile

/// The edit list of a movie's track: a pure value, made from the track's timeline (AW-33, AW-34, AW-35, CO-54).
struct EditList: Equatable {
  let edits: [Edit]

  /// - Parameter movieTimeScale: ticks a second of the edits' durations.
  init(_ timeline: TrackTimeline, movieTimeScale: Int32) {
    let movie = TimeBase(ticksPerSecond: movieTimeScale)
    func movieTime(_ ticks: Int64) -> Int64 { timeline.timeBase.rescale(ticks, to: movie) }
    guard let start = timeline.presentationStart, let end = timeline.presentationEnd else {
      // Nothing is shown if all samples lie outside of the session (AW-33, AW-35) or there are none (AW-37). An empty
      // edit of the session's length says so; without any edit, players would show all of the media.
      let isSession = timeline.packetCount > 0 || timeline.sessionEnd != nil
      edits = isSession ? [.empty(duration: movieTime(timeline.sessionLength))] : []
      return
    }
    var edits: [Edit] = []
    if movieTime(start) > 0 { edits.append(.empty(duration: movieTime(start))) }
    // Ends are rounded instead of durations: tracks that end together also end together in the movie.
    var shown = start
    for (index, stretch) in timeline.stretches.enumerated() {
      // The last sample of a stretch stays on until the next stretch begins.
      let next = timeline.stretches.dropFirst(index + 1).first?.start ?? end
      // The times of both parts are rounded by up to half a tick, so a difference of one tick is no gap.
      let begins = abs(stretch.start - shown) <= 1 ? shown : max(shown, stretch.start)
      let ends = min(end, max(next, begins))
      guard begins < ends else { continue }
      edits.append(.media(start: begins + stretch.shift, duration: movieTime(ends) - movieTime(begins)))
      shown = ends
    }
    self.edits = edits
  }
}

extension TrackTimeline {
  /// The priming of a track's sound, for players that do not support edit lists. It is `nil` if nothing is trimmed, or
  /// if several parts follow each other.
  var priming: AudioPriming? {
    guard stretches.count == 1, trimmedAtStart > 0 || trimmedAtEnd > 0, let start = presentationStart,
      let end = presentationEnd
    else { return nil }
    return AudioPriming(priming: Int(trimmedAtStart), remainder: Int(trimmedAtEnd), validFrames: end - start)
  }
}
