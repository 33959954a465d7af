import MediaSupport
import MediaTime
import MovieFile

/// The edit list of a movie's track: a pure value, made from the track's timeline (AW-33, AW-34, AW-35).
struct EditList: Equatable {
  let edits: [Edit]

  /// - Parameter movieTimeScale: ticks a second of the edits' durations.
  init(_ timeline: TrackTimeline, movieTimeScale: Int32) {
    let movie = TimeBase(ticksPerSecond: movieTimeScale)
    func movieTime(_ ticks: Int64) -> Int64 { timeline.timeBase.rescale(ticks, to: movie) }
    guard let start = timeline.presentationStart, let end = timeline.presentationEnd else {
      // Nothing is shown: a session without samples is an empty edit of its length (AW-37).
      edits = timeline.sessionEnd.map { [.empty(duration: movieTime($0))] } ?? []
      return
    }
    var edits: [Edit] = []
    if movieTime(start) > 0 { edits.append(.empty(duration: movieTime(start))) }
    // The end is rounded, and not the length: tracks that end together end together in the movie.
    edits.append(.media(start: start, duration: movieTime(end) - movieTime(start)))
    self.edits = edits
  }
}

extension TrackTimeline {
  /// The priming of a track's sound, for players that know no edit lists; `nil` where nothing is trimmed.
  var priming: AudioPriming? {
    guard trimmedAtStart > 0 || trimmedAtEnd > 0, let start = presentationStart, let end = presentationEnd else {
      return nil
    }
    return AudioPriming(priming: Int(trimmedAtStart), remainder: Int(trimmedAtEnd), validFrames: end - start)
  }
}
