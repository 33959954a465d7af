/// The options of a movie in fragments (ISO 14496-12 8.8), which plays as far as it was written.
package struct FragmentOptions: Sendable {
  /// The number of the first fragment in `mfhd`.
  package var firstSequenceNumber: UInt32 = 1
  /// The expected duration of the movie, in seconds, which is written in `mehd` until the end is known. `nil` writes
  /// none.
  package var durationHint: Double?
  /// The start of a track's decode times. They are moved as a whole, and composition offsets the other way.
  package var decodeTimes = DecodeTimes.given
  /// A Boolean value that says whether the finished file is an ordinary movie: its whole index comes last, and the
  /// bytes before it are its media.
  package var becomesWhole = false

  /// The brands of the initialization segment; `nil` for the format's own.
  package var fileType: FileType?
  /// The brands of a segment, in a box before it (`styp`), followed by an index of the segment (`sidx`); `nil` for
  /// segments of `moof` and `mdat` alone.
  package var segmentType: FileType?

  package enum DecodeTimes: Sendable {
    /// The samples' own times; the edit list says what they are in the movie.
    case given
    /// The time of the first presentation where decode times would be before 0, for tracks without an edit list.
    case notBeforeZero
    /// The time of the first presentation (ISO 23000-19 9.2.5, the brand `cmf2`).
    case fromFirstPresentation
  }

  /// The largest size of a fragment's media, in bytes. A larger fragment is written before its end is asked for, so no
  /// more is held in memory. Ten seconds at 13 Mbit/s are less.
  package static let largestFragment = 16 << 20

  package init() {}
}
