import MovieFile

/// The sample descriptions of the pictures of a movie's track, by the times at which the pictures are shown. A decoded
/// picture does not tell which description its packet had.
///
/// The tables are unpacked when a description is requested. Any thread.
struct ShownDescriptions: Sendable {
  private let samples: SampleIndex
  private let edits: EditMap?

  /// - Parameter edits: the edit list, if times are those of the presentation; `nil` if they are the media's own.
  init(of track: Track, _ edits: EditMap?) {
    samples = SampleIndex(track)
    self.edits = edits
  }

  /// Returns the index of the description of the picture that is shown at a time, in ticks of the media; `nil` if none
  /// is.
  func index(at time: Int64) -> Int? {
    let mediaTime = edits == nil ? time : edits?.mediaTime(at: time)
    guard let mediaTime, let shown = samples.index(shownAt: mediaTime) else { return nil }
    return samples[shown]?.entry
  }
}
