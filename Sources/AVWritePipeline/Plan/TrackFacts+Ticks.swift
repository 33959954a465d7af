internal import AVFoundation

/// The ticks in which the times of a track are counted, and those of a part of it.
extension TrackFacts {
  /// Files count in more ticks than this only where they have to.
  private static let highestTimeScale: Int32 = 10_000_000

  /// The largest multiple of the track's time scale in which files count.
  private var finestTimeScale: Int32 { timeScale * max(1, Self.highestTimeScale / timeScale) }

  /// Half of the last of six decimals, which is as many as tools print: a picture's time that is written so is as far
  /// from the tick that is meant.
  private static let decimalTolerance = CMTime(value: 1, timescale: 2_000_000)

  /// Returns the instant that is meant by a time which people write in decimals: a tick of the track where the decimals
  /// stand for it, and else the time itself, or the nearest one that a file can count beside the ticks.
  ///
  /// Without this, a part would begin with what is left of the picture before the one that is meant.
  func instant(meantBy time: CMTime) -> CMTime {
    guard timeScale > 0, time.isNumeric else { return time }
    let first = CMTime(start)
    func nearest(_ scale: Int32) -> CMTime { first + (time - first).convertScale(scale, method: .default) }
    let tick = nearest(timeScale)
    if tick != time, CMTimeAbsoluteValue(tick - time) <= Self.decimalTolerance { return tick }
    return ticks(with: [time]).timescale <= Self.highestTimeScale ? time : nearest(finestTimeScale)
  }

  /// Returns the smallest multiple of the track's time scale in which the ends of a part are whole, so that no time in
  /// it is rounded; where that would be too large, the largest one in which files count. Nil without a time scale.
  func timeScale(cutTo part: SourcePart) -> Int32? {
    guard timeScale > 0 else { return nil }
    let scale = ticks(with: [part.origin, part.end].compactMap(\.self).map { CMTime($0) }).timescale
    return scale <= Self.highestTimeScale ? scale : finestTimeScale
  }

  /// Returns a time in whose scale a tick of the track and some times are whole, as far as there is such a scale.
  private func ticks(with times: [CMTime]) -> CMTime {
    times.reduce(CMTime(value: 1, timescale: timeScale)) { $0 + $1 }
  }
}
