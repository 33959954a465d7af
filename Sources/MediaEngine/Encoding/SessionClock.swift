import CoreMedia
import MediaSupport
import MediaTime

/// Converts the `CMTime`s of samples to ticks of a track's media, counted from the session's start.
struct SessionClock {
  let timeBase: TimeBase
  let start: CMTime

  /// The greatest distance of a sample from the session's start, and its longest duration, in ticks: sums of a few such
  /// times stay within 64 bits.
  static let mostTicks: Int64 = 1 << 60

  /// The same limit in seconds, 68 years: a movie whose own ticks are finer than the track's can also represent it.
  static let mostSeconds: Int64 = 1 << 31

  /// Returns the ticks from the session's start to a time; `nil` for a time that is not numeric.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a time beyond `mostTicks` or `mostSeconds`.
  func ticks(_ time: CMTime, _ rounding: TimeBase.Rounding = .nearest) throws(MediaError) -> Int64? {
    guard time.isNumeric else { return nil }
    return try bounded(start.value == 0 ? time : time - start, rounding, "a sample's time", of: time)
  }

  /// Returns a duration in ticks; 0 where unknown.
  ///
  /// - Throws: as `ticks`.
  func duration(_ duration: CMTime) throws(MediaError) -> Int64 {
    guard duration.isNumeric else { return 0 }
    return max(0, try bounded(duration, .nearest, "a sample's duration", of: duration))
  }

  /// Returns the time that is some ticks from the session's start.
  func time(_ ticks: Int64) -> CMTime { start.value == 0 ? timeBase.time(ticks) : start + timeBase.time(ticks) }

  private func bounded(
    _ time: CMTime, _ rounding: TimeBase.Rounding, _ name: String, of given: CMTime
  ) throws(MediaError) -> Int64 {
    guard let ticks = timeBase.ticks(time, rounding), ticks.magnitude <= Self.mostTicks,
      ticks.magnitude / UInt64(timeBase.denominator) * UInt64(timeBase.numerator) <= Self.mostSeconds
    else {
      throw MediaError(.invalidOperation, .encoding, "\(name) is too large: \(given.seconds) s", time: given)
    }
    return ticks
  }
}
