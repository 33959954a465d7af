import CoreMedia

/// When the pictures of a first pass are shown, in the source's own times: what later passes ask for has to name them
/// exactly.
struct SourcePictures {
  private var times: [CMTime] = []
  private var lastDuration = CMTime.invalid
  private var isComplete = false

  /// Takes the next picture of the first pass; later ones change nothing.
  mutating func add(_ sample: CMSampleBuffer) {
    if isComplete { return }
    times.append(sample.writtenPresentationTimeStamp)
    lastDuration = sample.duration
  }

  /// The first pass is over.
  mutating func end() { isComplete = true }

  /// From the first of some pictures to the first one behind them, or to the end of all.
  func timeRange(of numbers: Range<Int>) -> CMTimeRange {
    let start = times[numbers.lowerBound]
    if numbers.upperBound < times.count { return CMTimeRange(start: start, end: times[numbers.upperBound]) }
    guard lastDuration.isNumeric, lastDuration > .zero, let last = times.last else {
      return CMTimeRange(start: start, duration: .positiveInfinity)
    }
    return CMTimeRange(start: start, end: last + lastDuration)
  }
}
