import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Converts a stream's ticks to times on the asset's timeline and back.
struct AssetTimeline {
  let timeBase: TimeBase
  /// The stream's time that is the asset's time zero.
  let origin: CMTime

  func time(_ ticks: Int64) -> CMTime {
    let time = timeBase.time(ticks)
    return origin.value == 0 ? time : time - origin
  }

  func time(_ ticks: Int64?) -> CMTime { ticks.map { time($0) } ?? .invalid }

  /// Returns a duration as a time, which is the same on every timeline. Zero means unknown.
  func duration(_ ticks: Int64) -> CMTime { ticks > 0 ? timeBase.time(ticks) : .invalid }

  func ticks(_ time: CMTime) -> Int64 { timeBase.ticks(time + origin, .down) ?? 0 }
}
