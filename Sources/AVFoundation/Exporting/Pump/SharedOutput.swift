package import CoreMedia
package import Foundation

/// An output of a reader whose samples several pipes take, each at its own pace, so that a track is read and decoded
/// only once for all renditions.
///
/// The pipe that is ahead reads, and waits where the slowest one is `window` samples behind. That cannot become a
/// deadlock: a writer only holds a track that is ahead in time of another one, and of two pipes of one output only the
/// one that is ahead waits here. Taps are made before reading starts; they may then be used from any threads.
package final class SharedOutput: @unchecked Sendable {
  // Sendable: state changes only under the condition's lock; the window lets one thread at a time read the output.

  /// The number of samples that the fastest pipe may be ahead of the slowest. It is large enough that encoders which
  /// take turns on the processors do not wait for each other at every picture, and small, since pictures are large.
  package static let window = 8

  private let output: AVAssetReaderOutput
  /// A change of each sample in place, such as a gain. It is nil if samples do not change.
  private let change: (@Sendable (CMSampleBuffer) -> Void)?
  private let condition = NSCondition()
  private var samples = SampleWindow<CMSampleBuffer>(length: window)
  private var isCancelled = false

  package init(_ output: AVAssetReaderOutput, changing change: (@Sendable (CMSampleBuffer) -> Void)? = nil) {
    self.output = output
    self.change = change
  }

  /// The time ranges of the track that could not be read; complete once the samples were read to their end.
  package var lostTimeRanges: [CMTimeRange] { output.lostTimeRanges }

  /// One pipe's access to the samples.
  package struct Tap: Sendable {
    fileprivate let source: SharedOutput
    fileprivate let index: Int

    /// Returns the next sample, which is read if no other pipe has read it yet. It is nil at the end, and after a
    /// failure, of which the reader has the error.
    package func next() -> CMSampleBuffer? { source.next(for: index) }

    /// A Boolean value that says whether the output was cancelled, and gives no more samples.
    package var isCancelled: Bool { source.condition.withLock { source.isCancelled } }

    /// Reads other parts of the source. The output has random access and one pipe, which has read to its end.
    package func restart(_ timeRanges: [NSValue]) { source.restart(timeRanges) }

    /// Closes the tap: the pipe takes no more samples, and does not delay others.
    package func close() { source.close(index) }
  }

  package func makeTap() -> Tap { condition.withLock { Tap(source: self, index: samples.addTaker()) } }

  /// Stops giving samples. It may be called on any thread.
  package func cancel() {
    condition.withLock {
      isCancelled = true
      condition.broadcast()
    }
  }

  /// Ends the encoding that is ahead of the samples, and waits for that. It is called after all pipes have ended.
  package func stop() { (output as? AVAssetReaderEncodedTrackOutput)?.stopEncoding() }

  /// The number of pictures that are encoded, for an output that encodes them. It may be used from any thread.
  package var encodedPictureCount: Int? { (output as? AVAssetReaderEncodedTrackOutput)?.encodedPictureCount }

  /// The progress of the present pass, for an output that encodes pictures in several: its number, the number of pictures
  /// that it has encoded, and the number of those that it will encode, which is nil for all. It may be used from any
  /// thread.
  package var passProgress: (pass: Int, encodedCount: Int, pictureCount: Int?)? {
    (output as? AVAssetReaderEncodedTrackOutput)?.passProgress
  }

  /// The result of several passes, for an output that encodes pictures in several, or nil before their end. It may be
  /// used from any thread.
  package var multiPassReport: AVAssetWriterInput.MultiPassReport? {
    (output as? AVAssetReaderEncodedTrackOutput)?.multiPassReport
  }

  private func next(for tap: Int) -> CMSampleBuffer? {
    condition.withLock {
      while !isCancelled {
        let wasFull = samples.isFull
        switch samples.next(for: tap) {
        case .take(let sample):
          if wasFull, !samples.isFull { condition.broadcast() }
          return sample
        case .read: read()
        case .wait: condition.wait()
        case .end: return nil
        }
      }
      return nil
    }
  }

  private func close(_ tap: Int) {
    condition.withLock {
      samples.close(tap)
      condition.broadcast()
    }
    if output.supportsRandomAccess { output.markConfigurationAsFinal() }
  }

  private func restart(_ timeRanges: [NSValue]) {
    output.reset(forReadingTimeRanges: timeRanges)
    condition.withLock { samples.reopen() }
  }

  /// Reads one sample without holding the lock, so that the other pipes can take existing samples meanwhile.
  private func read() {
    condition.unlock()
    let sample = output.copyNextSampleBuffer()
    if let sample { change?(sample) }
    condition.lock()
    samples.didRead(sample)
    condition.broadcast()
  }
}
