package import CoreMedia
package import Foundation

/// The samples that a pipe takes from an output, or a converter makes from them. It is for one thread at a time.
package final class SampleFeed: @unchecked Sendable {
  // Sendable: the pipe's queue alone uses the feed once the pipe has it.
  private let tap: SharedOutput.Tap
  private var converter: (any SampleConverter)?
  /// The converter as it was before the first sample.
  private let fresh: (any SampleConverter)?
  /// The time before which no picture begins: earlier ones begin there. It is nil where pictures keep their times.
  private let earliest: CMTime?
  private var isAtEnd = false
  /// The reason why no more samples can be made, or nil if only the source ends them.
  package private(set) var failure: (any Error)?

  package init(_ tap: SharedOutput.Tap, _ converter: (any SampleConverter)?, earliest: CMTime? = nil) {
    self.tap = tap
    self.earliest = earliest
    self.converter = converter
    fresh = converter
  }

  /// Returns the next sample; nil at the end, when the output was cancelled, and after a failure, which the reader or
  /// `failure` tells.
  package func next() -> CMSampleBuffer? {
    guard converter != nil else { return tap.next().map(shownFromStart) }
    // One sample can become very many.
    while !tap.isCancelled {
      do {
        if let sample = try converter?.next() { return sample }
      } catch {
        failure = error
        return nil
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

  /// Returns a picture that began before the wanted part as one that begins with it. Its duration stays: encoders take
  /// the frame rate from it, and with that their level. The next picture ends it.
  private func shownFromStart(_ sample: CMSampleBuffer) -> CMSampleBuffer {
    let start = sample.presentationTimeStamp
    guard let earliest, start < earliest else { return sample }
    let timing = CMSampleTimingInfo(
      duration: sample.duration, presentationTimeStamp: earliest, decodeTimeStamp: sample.decodeTimeStamp)
    return (try? CMSampleBuffer(copying: sample, withNewTiming: [timing])) ?? sample
  }

  /// Begins again with other parts of the source. A converter's samples depend on earlier ones, so with a converter
  /// everything is read.
  package func restart(_ timeRanges: [NSValue]) {
    isAtEnd = false
    converter = fresh
    let everything = [NSValue(timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))]
    tap.restart(fresh == nil ? timeRanges : everything)
  }

  /// The styles of the samples so far that the given ones do not have.
  package var lostStyles: [String] { converter?.lostStyles ?? [] }

  /// A Boolean value that says whether some of the samples so far had closed captions that the delivered ones do not
  /// have.
  package var lostCaptions: Bool { converter?.lostCaptions ?? false }

  package func close() { tap.close() }
}
