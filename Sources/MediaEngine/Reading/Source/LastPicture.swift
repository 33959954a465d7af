import MediaSupport
import MovieFile

/// The picture that an edit list shows last, and its duration. It is shown to the edit's end, which may lie within the
/// picture's own time, or after it if reordered pictures have durations of decoding and not of showing.
struct LastPicture {
  /// The presentation time on the movie's timeline, in ticks of the media.
  let time: Int64
  let duration: Int64

  /// Finds the picture in the times of all samples.
  ///
  /// It is `nil` if the picture's own duration is the right one, but for the rounding of the edit's.
  init?(of track: Track, _ edits: EditMap) {
    guard let edit = edits.sole, let shown = edit.media else { return nil }
    var last: TrackSample?
    var first = Int64.max
    for sample in track.samples {
      first = min(first, sample.presentationTime)
      if sample.presentationTime < shown.upperBound, sample.presentationTime > last?.presentationTime ?? .min {
        last = sample
      }
    }
    guard let last else { return nil }
    let ownEnd = last.presentationTime &+ last.duration
    // After the media there is nothing to show.
    let end = min(shown.upperBound, max(ownEnd, first &+ track.sampleDuration))
    guard end > last.presentationTime, abs(end &- ownEnd) >= edits.tick else { return nil }
    time = last.presentationTime &- shown.lowerBound &+ edit.presentation.lowerBound
    duration = end &- last.presentationTime
  }
}
