import CoreMedia

/// The times of the pictures of a first pass, in the source's own times. Requests of later passes must state them
/// exactly.
struct SourcePictures {
  private var times: [CMTime] = []
  private var lastDuration = CMTime.invalid
  private var isComplete = false

  /// Adds the next picture of the first pass; pictures of later passes are ignored.
  mutating func add(_ sample: CMSampleBuffer) {
    if isComplete { return }
    times.append(sample.writtenPresentationTimeStamp)
    lastDuration = sample.duration
  }

  /// Notes that the first pass is over.
  mutating func end() { isComplete = true }

  /// Returns the time range from the first of some pictures to the first one behind them, or to the end of all
  /// pictures.
  func timeRange(of numbers: Range<Int>) -> CMTimeRange {
    let start = times[numbers.lowerBound]
    if numbers.upperBound < times.count { return CMTimeRange(start: start, end: times[numbers.upperBound]) }
    guard lastDuration.isNumeric, lastDuration > .zero, let last = times.last else {
      return CMTimeRange(start: start, duration: .positiveInfinity)
    }
    return CMTimeRange(start: start, end: last + lastDuration)
  }
}
