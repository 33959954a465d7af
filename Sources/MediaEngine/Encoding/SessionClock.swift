import CoreMedia
import MediaSupport

/// A session's times in ticks of a track's media: what `CMTime`s of samples become.
struct SessionClock {
  let timeBase: TimeBase
  let start: CMTime

  /// How far a sample may be from the session's start, and how long it may last, in ticks: what is made of a few such
  /// times stays within 64 bits.
  static let mostTicks: Int64 = 1 << 60

  /// The same in seconds, 68 years: a movie whose own ticks are finer than the track's can say it too.
  static let mostSeconds: Int64 = 1 << 31

  /// Ticks from the session's start; `nil` for a time that is not numeric.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a time beyond `mostTicks` or `mostSeconds`.
  func ticks(_ time: CMTime, _ rounding: TimeBase.Rounding = .nearest) throws(MediaError) -> Int64? {
    guard time.isNumeric else { return nil }
    return try bounded(start.value == 0 ? time : time - start, rounding, "a sample's time", of: time)
  }

  /// A duration in ticks; 0 where unknown.
  ///
  /// - Throws: as `ticks`.
  func duration(_ duration: CMTime) throws(MediaError) -> Int64 {
    guard duration.isNumeric else { return 0 }
    return max(0, try bounded(duration, .nearest, "a sample's duration", of: duration))
  }

  /// What ticks from the session's start stand for.
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
