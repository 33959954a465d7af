import CoreMedia
import MediaInterop
import MediaSupport

/// A stream's ticks on the asset's timeline and back.
struct AssetTimeline {
  let timeBase: TimeBase
  /// The stream's time that is the asset's time zero.
  let origin: CMTime

  func time(_ ticks: Int64) -> CMTime {
    let time = timeBase.time(ticks)
    return origin.value == 0 ? time : time - origin
  }

  func time(_ ticks: Int64?) -> CMTime { ticks.map { time($0) } ?? .invalid }

  /// A duration is the same on every timeline; zero is unknown.
  func duration(_ ticks: Int64) -> CMTime { ticks > 0 ? timeBase.time(ticks) : .invalid }

  func ticks(_ time: CMTime) -> Int64 { timeBase.ticks(time + origin, .down) ?? 0 }
}
