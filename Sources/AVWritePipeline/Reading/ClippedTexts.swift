internal import AVFoundation

/// A converter that lets texts begin and end within the part that is wanted.
struct ClippedTexts: SampleConverter {
  private let start: CMTime
  private let end: CMTime
  private var clipped: CMSampleBuffer?

  init(_ part: SourcePart) {
    start = CMTime(part.origin)
    end = part.end.map { CMTime($0) } ?? .positiveInfinity
  }

  mutating func add(_ sample: CMSampleBuffer) { clipped = clip(sample) }
  mutating func finish() {}
  mutating func next() -> CMSampleBuffer? { clipped.take() }

  /// Returns a text as it is shown in the part; nil for one that is not. A text without a duration keeps its start.
  private func clip(_ sample: CMSampleBuffer) -> CMSampleBuffer? {
    let (time, duration) = (sample.presentationTimeStamp, sample.duration)
    guard sample.numSamples == 1, time.isNumeric else { return sample }
    let shown = CMTimeMaximum(time, start)
    let last = duration.isNumeric ? CMTimeMinimum(time + duration, end) : end
    if shown >= last { return nil }
    let timing = CMSampleTimingInfo(
      duration: duration.isNumeric ? last - shown : duration, presentationTimeStamp: shown, decodeTimeStamp: .invalid)
    return (try? CMSampleBuffer(copying: sample, withNewTiming: [timing])) ?? sample
  }
}
