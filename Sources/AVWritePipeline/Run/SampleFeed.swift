internal import AVFoundation

/// What a pipe takes from an output: its samples, or its pictures at other times. For one thread at a time.
final class SampleFeed: @unchecked Sendable {
  // Sendable: the pipe's queue alone uses it once it was given to the pipe.
  private let tap: SharedOutput.Tap
  private var converter: FrameRateConverter?
  private var isAtEnd = false

  init(_ tap: SharedOutput.Tap, _ converter: FrameRateConverter?) {
    self.tap = tap
    self.converter = converter
  }

  /// The next sample; nil at the end and after a failure, which the reader knows.
  func next() -> CMSampleBuffer? {
    guard converter != nil else { return tap.next() }
    while true {
      if let picture = try? converter?.picture() { return picture }
      if isAtEnd { return nil }
      if let sample = tap.next() {
        converter?.add(sample)
      } else {
        isAtEnd = true
        converter?.finish()
      }
    }
  }

  func close() { tap.close() }
}
