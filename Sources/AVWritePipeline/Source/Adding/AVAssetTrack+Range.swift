internal import AVFoundation

extension AVAssetTrack {
  /// The time range of the track, which ends in any case: a file of texts does not say how long it is.
  private var endingTimeRange: CMTimeRange {
    if timeRange.duration.isNumeric { return timeRange }
    return CMTimeRange(start: timeRange.start.isNumeric ? timeRange.start : .zero, duration: Self.longest)
  }

  /// Returns the time range of the track, which ends in any case: where its samples were counted to end, if that is
  /// later than its file lets it be estimated.
  func endingTimeRange(of facts: TrackFacts?) -> CMTimeRange {
    let range = endingTimeRange
    guard let end = facts?.end, CMTime(end) > range.end else { return range }
    return CMTimeRange(start: range.start, end: CMTime(end))
  }

  /// A hundred hours: longer than any film.
  private static var longest: CMTime { CMTime(value: 360_000, timescale: 1) }
}
