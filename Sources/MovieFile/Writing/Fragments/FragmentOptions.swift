/// The options of a fragmented movie (ISO 14496-12 8.8), which is playable up to the last complete fragment.
package struct FragmentOptions: Sendable {
  /// The number of the first fragment in `mfhd`.
  package var firstSequenceNumber: UInt32 = 1
  /// The expected duration of the movie in seconds, which is written in `mehd` until the end is known. If it is `nil`,
  /// no duration is written.
  package var durationHint: Double?
  /// The time at which a track's decode times start. All are moved by the same amount, and composition offsets by the
  /// opposite amount.
  package var decodeTimes = DecodeTimes.given
  /// A Boolean value that says whether the finished file is an ordinary movie: its complete index is at its end, and
  /// the bytes before it are its media.
  package var becomesWhole = false

  /// The brands of the initialization segment; `nil` for the format's own.
  package var fileType: FileType?
  /// The brands of a segment, in a box before it (`styp`), followed by an index of the segment (`sidx`); `nil` for
  /// segments of `moof` and `mdat` alone.
  package var segmentType: FileType?

  package enum DecodeTimes: Sendable {
    /// The samples' own times; the edit list maps them to the movie.
    case given
    /// The time of the first presentation if decode times would be negative, for tracks without an edit list.
    case notBeforeZero
    /// The time of the first presentation (ISO 23000-19 9.2.5, the brand `cmf2`).
    case fromFirstPresentation
  }

  /// The largest size of a fragment's media, in bytes. A fragment is written when it reaches this size, even if its end
  /// was not requested, so no more is held in memory. Ten seconds at 13 Mbit/s are less.
  package static let largestFragment = 16 << 20

  package init() {}
}
