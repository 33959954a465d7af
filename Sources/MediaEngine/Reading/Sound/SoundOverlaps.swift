import CoreMedia

/// Collects the positions where a file's times make sound overlap the sound before it, and reports all of them in one
/// sentence.
struct SoundOverlaps {
  /// The longest gap that is not treated as a hole, and the longest overlap that is kept: both result from times that a
  /// container rounded to milliseconds.
  static let longestRounding = CMTime(value: 2, timescale: 1000)
  /// The largest error, in samples, of libavformat's times of Vorbis: where long and short blocks meet, it counts the
  /// overlap of the wrong one. The largest block has 8192 samples (Vorbis I specification, 4.2.2).
  static let mostVorbisSamples: Int64 = 8192 / 2

  private let notes: ReadingNotes
  /// The first time from which on the file's times are ignored, and the largest distance by which they lie before the
  /// end of the sound before them. It is `nil` if none are ignored.
  private var passedOver: (start: CMTime, most: CMTime)?

  init(_ notes: ReadingNotes) { self.notes = notes }

  /// Notes that sound begins later than the file states.
  mutating func add(_ overlap: CMTime, at time: CMTime) {
    let earlier: (start: CMTime, most: CMTime) = passedOver ?? (start: time, most: .zero)
    guard overlap > earlier.most else { return }
    passedOver = (earlier.start, overlap)
    func rounded(_ time: CMTime) -> Double { (time.seconds * 1000).rounded() / 1000 }
    notes.set(
      "its times put sound over the sound before it, from \(rounded(earlier.start)) s on and by up to "
        + "\(rounded(overlap)) s: they are passed over, and it follows on behind", about: "overlapping sound")
  }
}
