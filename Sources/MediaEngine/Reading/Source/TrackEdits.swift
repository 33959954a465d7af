import CoreMedia
package import MediaSupport
package import MovieFile

/// The edit list of a movie's track, with the units of its times.
package struct TrackEdits: Sendable {
  package let map: EditMap
  /// The unit of the movie's times, and that of the track's media times.
  package let movie: TimeBase
  package let media: TimeBase

  init(_ map: EditMap, movie: TimeBase, media: TimeBase) {
    self.map = map
    self.movie = movie
    self.media = media
  }

  init(of track: Track, in movie: Movie) {
    self.init(movie.editMap(of: track), movie: movie.timeBase, media: track.timeBase)
  }
}
