/// How a timeline follows another one, its source: a pure value.
struct SyncRate: Sendable {
  /// Seconds of the timeline in a second of the source; negative where it runs backwards.
  var rate: Double
  /// A time of the timeline.
  var time: CMTime
  /// The source's time at the same moment.
  var sourceTime: CMTime

  static let stopped = SyncRate(rate: 0, time: .zero, sourceTime: .zero)

  /// The timeline's time at one of its source.
  func time(at source: CMTime) -> CMTime {
    rate == 0 ? time : time + (source - sourceTime).scaled(finelyBy: rate)
  }

  /// The source's time at one of the timeline; `nil` for a timeline that stands.
  func sourceTime(at other: CMTime) -> CMTime? {
    rate == 0 ? nil : sourceTime + (other - time).scaled(finelyBy: 1 / rate)
  }
}

extension CMTime {
  /// The product, exact for a factor that is a whole number, and else to the nanosecond: `CMTimeMultiplyByFloat64` keeps
  /// the timescale, and would round to a video's frames.
  fileprivate func scaled(finelyBy factor: Double) -> CMTime {
    if factor == 1 { return self }
    return factor == factor.rounded()
      ? scaled(by: factor) : convertScale(1_000_000_000, method: .default).scaled(by: factor)
  }
}
