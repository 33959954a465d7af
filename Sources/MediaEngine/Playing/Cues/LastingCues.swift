import CoreMedia

/// The stretches of a track's long-lasting cues, as far as they are known. A pure value.
///
/// If several cues begin at the same time, the longest counts.
struct LastingCues: Sendable {
  private let leastDuration: CMTime
  private var ends: [CMTime: CMTime] = [:]

  /// The greatest number of start times that are stored: more than a day of such cues has.
  private static let mostCount = 10_000

  /// - Parameter leastDuration: cues that do not last longer than this are ignored.
  init(leastDuration: CMTime) { self.leastDuration = leastDuration }

  /// Notes a cue, if it lasts long enough.
  mutating func insert(_ stretch: CMTimeRange) {
    guard stretch.duration > leastDuration, ends[stretch.start] != nil || ends.count < Self.mostCount else { return }
    ends[stretch.start] = CMTimeMaximum(ends[stretch.start] ?? stretch.end, stretch.end)
  }

  /// Returns the starts, in order, of the cues that begin before a time and last beyond a later one.
  func starts(before time: CMTime, holdingAt later: CMTime) -> [CMTime] {
    ends.filter { $0.key < time && $0.value > later }.keys.sorted()
  }
}
