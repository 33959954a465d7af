/// The rate and offset of a timeline relative to the one it follows, its source: a pure value.
struct SyncRate: Sendable {
  /// The seconds of the timeline in a second of the source; negative where it runs backwards.
  var rate: Double
  /// A time of the timeline.
  var time: CMTime
  /// The source's time at the same moment.
  var sourceTime: CMTime

  static let stopped = SyncRate(rate: 0, time: .zero, sourceTime: .zero)

  /// Returns the timeline's time at a time of its source.
  func time(at source: CMTime) -> CMTime {
    rate == 0 ? time : time + (source - sourceTime).scaled(finelyBy: rate)
  }

  /// Returns the source's time at a time of the timeline, or `nil` for a timeline that stands still.
  func sourceTime(at other: CMTime) -> CMTime? {
    rate == 0 ? nil : sourceTime + (other - time).scaled(finelyBy: 1 / rate)
  }
}

extension CMTime {
  /// Returns the product, exact for a factor that is a whole number, and else to the nanosecond:
  /// `CMTimeMultiplyByFloat64` keeps the timescale, and would round to a video's frames.
  fileprivate func scaled(finelyBy factor: Double) -> CMTime {
    if factor == 1 { return self }
    return factor == factor.rounded()
      ? scaled(by: factor) : convertScale(1_000_000_000, method: .default).scaled(by: factor)
  }
}
