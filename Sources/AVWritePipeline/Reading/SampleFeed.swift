internal import AVFoundation

/// Makes other samples of those of a track.
protocol SampleConverter {
  /// Takes the next sample, once `next()` has nothing more to give.
  mutating func add(_ sample: CMSampleBuffer)

  /// No more samples come.
  mutating func finish()

  /// The next sample that was made; nil before another is added, and at the end.
  mutating func next() throws -> CMSampleBuffer?

  /// What the samples so far said and those that were made do not.
  var lostStyles: [String] { get }
}

extension SampleConverter {
  var lostStyles: [String] { [] }
}

/// What a pipe takes from an output: its samples, or what is made of them. For one thread at a time.
final class SampleFeed: @unchecked Sendable {
  // Sendable: the pipe's queue alone uses it once it was given to the pipe.
  private let tap: SharedOutput.Tap
  private var converter: (any SampleConverter)?
  /// As it was before the first sample.
  private let fresh: (any SampleConverter)?
  /// Pictures that are shown at this time begin there, and not before; nil where they keep their times.
  private let earliest: CMTime?
  private var isAtEnd = false
  /// Why no more samples can be made; nil where the source alone says when they end.
  private(set) var failure: JobError?

  init(_ tap: SharedOutput.Tap, _ converter: (any SampleConverter)?, earliest: CMTime? = nil) {
    self.tap = tap
    self.earliest = earliest
    self.converter = converter
    fresh = converter
  }

  /// The next sample; nil at the end, when the output was cancelled, and after a failure, which the reader or `failure`
  /// knows.
  func next() -> CMSampleBuffer? {
    guard converter != nil else { return tap.next().map(shownFromStart) }
    // Of one sample there may be very many.
    while !tap.isCancelled {
      do {
        if let sample = try converter?.next() { return sample }
      } catch let error as JobError {
        failure = error
        return nil
      } catch {
        // A text that cannot be converted is left out.
      }
      if isAtEnd { return nil }
      if let sample = tap.next() {
        converter?.add(sample)
      } else {
        isAtEnd = true
        converter?.finish()
      }
    }
    return nil
  }

  /// A picture that began before the part that is wanted, as it begins there. Its duration stays, from which encoders take
  /// the rate of pictures, and with it their level: the next picture ends it.
  private func shownFromStart(_ sample: CMSampleBuffer) -> CMSampleBuffer {
    let start = sample.presentationTimeStamp
    guard let earliest, start < earliest else { return sample }
    let timing = CMSampleTimingInfo(
      duration: sample.duration, presentationTimeStamp: earliest, decodeTimeStamp: sample.decodeTimeStamp)
    return (try? CMSampleBuffer(copying: sample, withNewTiming: [timing])) ?? sample
  }

  /// Begins again with other parts of the source. What is made of samples depends on those before: then all is read.
  func restart(_ timeRanges: [NSValue]) {
    isAtEnd = false
    converter = fresh
    let everything = [NSValue(timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))]
    tap.restart(fresh == nil ? timeRanges : everything)
  }

  /// What the samples so far said and those that were given do not.
  var lostStyles: [String] { converter?.lostStyles ?? [] }

  func close() { tap.close() }
}
