/// How a movie is written in fragments (ISO 14496-12 8.8): as far as it was written, it plays.
package struct FragmentOptions: Sendable {
  /// The number of the first fragment in `mfhd`.
  package var firstSequenceNumber: UInt32 = 1
  /// What the movie is expected to last, in seconds: `mehd` says it until the end is known. `nil` says nothing.
  package var durationHint: Double?
  /// Where a track's decode times start. They are moved as a whole, and composition offsets the other way.
  package var decodeTimes = DecodeTimes.given
  /// The finished file is an ordinary movie: its whole index comes last, and what lies before is its media.
  package var becomesWhole = false

  /// The brands of the initialization segment, where they are not the format's.
  package var fileType: FileType?
  /// The brands of a segment, in a box in front of it (`styp`), with an index of the segment behind them (`sidx`);
  /// `nil` for segments of `moof` and `mdat` alone.
  package var segmentType: FileType?

  package enum DecodeTimes: Sendable {
    /// Where the samples say; the edit list tells what that is in the movie.
    case given
    /// At the first presentation where they would be before time 0, for tracks without an edit list.
    case notBeforeZero
    /// At the first presentation (ISO 23000-19 9.2.5, the brand `cmf2`).
    case fromFirstPresentation
  }

  /// A fragment with more media is written before it is asked for: so much is held in memory at most. Ten seconds at
  /// 13 Mbit/s are less.
  package static let largestFragment = 16 << 20

  package init() {}
}
