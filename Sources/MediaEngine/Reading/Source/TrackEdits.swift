import CoreMedia
package import MediaSupport
package import MovieFile

/// The edit list of a movie's track with the units of its times.
package struct TrackEdits: Sendable {
  package let map: EditMap
  /// The units of the movie's times, and of those of the track's media.
  package let movie: TimeBase
  package let media: TimeBase
  /// The end of the media on the movie's timeline, in ticks of the media, where the edit list ends it before its
  /// samples do. `nil` where it does not: a difference that the movie's coarser ticks can round away does not count.
  let end: Int64?

  /// - Parameter sampleDuration: the duration of all samples, in ticks of the media.
  init(_ map: EditMap, movie: TimeBase, media: TimeBase, sampleDuration: Int64 = .max) {
    self.map = map
    self.movie = movie
    self.media = media
    guard let sole = map.sole, let shown = sole.media,
      case (let rest, false) = sampleDuration.subtractingReportingOverflow(shown.upperBound), rest >= map.tick
    else {
      end = nil
      return
    }
    end = sole.presentation.upperBound
  }

  init(of track: Track, in movie: Movie) {
    self.init(
      movie.editMap(of: track), movie: movie.timeBase, media: track.timeBase, sampleDuration: track.sampleDuration)
  }
}
