import CoreMedia
import MediaSupport

/// A session's times in ticks of a track's media: what `CMTime`s of samples become.
struct SessionClock {
  let timeBase: TimeBase
  let start: CMTime

  /// Ticks from the session's start; `nil` for a time that is not numeric.
  func ticks(_ time: CMTime, _ rounding: TimeBase.Rounding = .nearest) -> Int64? {
    guard time.isNumeric else { return nil }
    return timeBase.ticks(start.value == 0 ? time : time - start, rounding)
  }

  /// A duration in ticks; 0 where unknown.
  func duration(_ duration: CMTime) -> Int64 {
    duration.isNumeric ? max(0, timeBase.ticks(duration) ?? 0) : 0
  }
}
