/// Foretells when work ends, from how much of it was done when: a pure value.
///
/// What was done before the first observation counts for nothing: files are opened, and encoders filled, before anything
/// comes out of them.
struct Forecast: Sendable {
  private struct Observation {
    var seconds: Double
    var fraction: Double
  }

  private var first: Observation?
  private var last: Observation?

  /// Less of the work than this says nothing about the rest.
  private static let leastFraction = 0.01

  /// - Parameters:
  ///   - fraction: how much of the work is done, from 0 to 1.
  ///   - seconds: since the work began.
  mutating func note(_ fraction: Double, at seconds: Double) {
    guard fraction > 0 else { return }
    let observation = Observation(seconds: seconds, fraction: fraction)
    if first == nil { first = observation }
    last = observation
  }

  /// From the last observation on; nil while nothing can be said.
  var secondsLeft: Double? {
    guard let first, let last, last.fraction - first.fraction >= Self.leastFraction else { return nil }
    return (last.seconds - first.seconds) / (last.fraction - first.fraction) * (1 - last.fraction)
  }
}
