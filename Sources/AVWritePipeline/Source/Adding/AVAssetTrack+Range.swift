internal import AVFoundation

extension AVAssetTrack {
  /// The time range of the track, which ends in any case: a file of texts does not say how long it is.
  var endingTimeRange: CMTimeRange {
    if timeRange.duration.isNumeric { return timeRange }
    return CMTimeRange(start: timeRange.start.isNumeric ? timeRange.start : .zero, duration: Self.longest)
  }

  /// A hundred hours: longer than any film.
  private static var longest: CMTime { CMTime(value: 360_000, timescale: 1) }
}
