/// The pauses of a download between requests that bring nothing, and the end of its patience. A pure value.
struct DownloadRetries: Equatable, Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The number of requests in vain since something came, and the time at which the first of them ended.
  private var count = 0
  private var start: Instant?
  /// The time before which the server is not asked again.
  private var nextTime: Instant?

  private static let firstPause = 0.25
  private static let longestPause = 4.0
  /// The number of times that a pause is doubled, at most: it is far beyond the longest one then.
  private static let mostDoublings = 10

  /// Returns whether the server may be asked at a time.
  func mayAsk(at now: Instant) -> Bool { nextTime.map { $0 <= now } ?? true }

  /// Notes that a request brought nothing.
  ///
  /// - Parameter patience: the number of seconds for which the server is asked again.
  /// - Returns: The pause until it is asked again, in seconds: none at first, and then longer each time. It is `nil` where
  ///   the patience is at its end.
  mutating func noteFailure(at now: Instant, patience: Double) -> Double? {
    let first = start ?? now
    start = first
    guard now - first < .seconds(patience) else { return nil }
    let pause =
      count == 0 ? 0 : min(Self.longestPause, Self.firstPause * Double(1 << min(count - 1, Self.mostDoublings)))
    count += 1
    nextTime = now + .seconds(pause)
    return pause
  }

  /// Notes that something came that was missing.
  mutating func noteNews() { (count, start) = (0, nil) }
}
