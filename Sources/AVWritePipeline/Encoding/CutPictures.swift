internal import AVFoundation

/// The pictures of a cut: encoded ones, then copied ones, then encoded ones again.
struct CutPictures: SampleConverter {
  private let head: [CMSampleBuffer]
  private let tail: [CMSampleBuffer]
  private let copied: CMTimeRange?
  private let part: CMTimeRange
  /// The description of all pictures, or nil if each part has its own.
  private let format: CMFormatDescription?
  private var made: ArraySlice<CMSampleBuffer> = []
  private var hasBegun = false

  /// - Parameters:
  ///   - head: the encoded pictures before the copied ones, which are shown in the order of decoding.
  ///   - tail: those behind the copied ones.
  ///   - format: see `format`.
  init(
    _ plan: CutPlan, _ part: SourcePart, head: [CMSampleBuffer], tail: [CMSampleBuffer], format: CMFormatDescription?
  ) {
    (self.head, self.tail, self.format) = (head, tail, format)
    self.part = part.timeRange
    copied = plan.copiedStart.map { start in
      CMTimeRange(
        start: CMTime(start),
        duration: plan.copiedEnd.map { CMTime($0) - CMTime(start) } ?? .positiveInfinity)
    }
  }

  /// Takes a picture of the source. Those outside of the copied part are only needed to decode others that are encoded.
  mutating func add(_ sample: CMSampleBuffer) {
    guard let copied, sample.numSamples > 0 else { return }
    let time = sample.presentationTimeStamp
    guard time >= copied.start, time < copied.end else { return }
    if !hasBegun {
      // Pictures that are reordered are decoded earlier than those that are not.
      let delay = sample.decodeTimeStamp.isNumeric ? time - sample.decodeTimeStamp : .zero
      made += head.map { picture in copy(picture) { $0.decoded(earlierBy: delay) } }
      hasBegun = true
    }
    made.append(copy(sample) { $0.shown(in: part) })
  }

  mutating func finish() {
    if !hasBegun { made += head.map { copy($0) { $0 } } }
    made += tail.map { copy($0) { $0 } }
  }

  private func copy(
    _ sample: CMSampleBuffer, moving move: (CMSampleTimingInfo) -> CMSampleTimingInfo
  ) -> CMSampleBuffer {
    sample.copy(format: format ?? sample.formatDescription, moving: move)
  }

  mutating func next() -> CMSampleBuffer? { made.popFirst() }
}

extension CMSampleTimingInfo {
  fileprivate func decoded(earlierBy delay: CMTime) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: duration, presentationTimeStamp: presentationTimeStamp,
      decodeTimeStamp: (decodeTimeStamp.isNumeric ? decodeTimeStamp : presentationTimeStamp) - delay)
  }

  /// Returns the times of a picture that is shown from a part's start on, and up to its end.
  fileprivate func shown(in part: CMTimeRange) -> CMSampleTimingInfo {
    let start = CMTimeMaximum(presentationTimeStamp, part.start)
    var length = duration
    if duration.isNumeric {
      let end = CMTimeMinimum(presentationTimeStamp + duration, part.end)
      length = CMTimeMaximum(end - start, .zero)
    }
    return CMSampleTimingInfo(
      duration: length, presentationTimeStamp: start, decodeTimeStamp: decodeTimeStamp)
  }
}
