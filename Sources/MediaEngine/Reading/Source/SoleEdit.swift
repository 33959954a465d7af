import MediaSupport
import MovieFile

/// The one part of a movie track's media that its edit list shows, behind empty edits or at once.
///
/// All times are ticks of the media.
struct SoleEdit {
  /// On the movie's timeline.
  let start: Int64
  /// On the media's timeline.
  let mediaStart: Int64
  let duration: Int64
  /// A tick of the movie's time scale: what rounding may have taken from the duration, or added.
  let rounding: Int64

  /// `nil` where several parts are shown, or all of the media, or a fragmented movie does not say how much.
  init?(of track: Track, movieTimeScale: Int32) {
    let media = track.timeBase
    let movie = TimeBase(ticksPerSecond: max(1, movieTimeScale))
    guard let edit = track.edits.last, let mediaStart = edit.mediaStart, edit.duration > 0,
      track.edits.dropLast().allSatisfy({ $0.mediaStart == nil })
    else { return nil }
    start = movie.rescale(track.emptyStart, to: media)
    self.mediaStart = mediaStart
    duration = movie.rescale(edit.duration, to: media)
    rounding = movie.rescale(1, to: media, .up)
  }
}
