import CoreMedia
package import MediaSupport
package import MovieFile

/// The edit list of a movie's track with the units of its times.
package struct TrackEdits: Sendable {
  package let map: EditMap
  /// Ticks of the movie and of the track's media.
  package let movie: TimeBase
  package let media: TimeBase
  /// Where the edit list ends the media before its samples do, on the movie's timeline in ticks of the media. `nil` where
  /// it does not: what the movie's coarser ticks can round away does not count.
  let end: Int64?

  init(of track: Track, in movie: Movie) {
    map = movie.editMap(of: track)
    self.movie = movie.timeBase
    media = track.timeBase
    guard let sole = map.sole, let shown = sole.media,
      case (let rest, false) = track.sampleDuration.subtractingReportingOverflow(shown.upperBound), rest >= map.tick
    else {
      end = nil
      return
    }
    end = sole.presentation.upperBound
  }
}
