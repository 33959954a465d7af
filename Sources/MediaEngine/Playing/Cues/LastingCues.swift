import CoreMedia

/// The stretches of a track's cues that hold for long, as far as they are known. A pure value.
///
/// If several cues begin at the same time, the longest counts.
struct LastingCues: Sendable {
  private let leastDuration: CMTime
  private var ends: [CMTime: CMTime] = [:]

  /// The greatest number of times at which such cues begin that are known: more than a day of them has.
  private static let mostCount = 10_000

  /// - Parameter leastDuration: the time for which others hold at the most.
  init(leastDuration: CMTime) { self.leastDuration = leastDuration }

  /// Takes note of a cue, where it holds for long.
  mutating func insert(_ stretch: CMTimeRange) {
    guard stretch.duration > leastDuration, ends[stretch.start] != nil || ends.count < Self.mostCount else { return }
    ends[stretch.start] = CMTimeMaximum(ends[stretch.start] ?? stretch.end, stretch.end)
  }

  /// Returns the starts, in order, of those that begin before a time and hold at a later one.
  func starts(before time: CMTime, holdingAt later: CMTime) -> [CMTime] {
    ends.filter { $0.key < time && $0.value > later }.keys.sorted()
  }
}
