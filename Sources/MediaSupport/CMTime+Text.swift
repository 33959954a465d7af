package import CoreMedia

extension CMTime {
  /// A numeric time for people, in seconds to the millisecond; if milliseconds are not exact, the fraction follows.
  ///
  /// `1.5 s`, `0.186 s (8192/44100)`. A time that is not numeric is `no time`.
  package var textInSeconds: String {
    guard let milliseconds = TimeBase(ticksPerSecond: Self.millisecondsPerSecond).ticks(self) else { return "no time" }
    let text = "\(Double(milliseconds) / Double(Self.millisecondsPerSecond)) s"
    let isExact = CMTime(value: milliseconds, timescale: Self.millisecondsPerSecond) == self
    return isExact ? text : "\(text) (\(value)/\(timescale))"
  }

  private static let millisecondsPerSecond: Int32 = 1000
}
