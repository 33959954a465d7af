internal import AVFoundation

/// A reader's output whose samples several pipes take, each at its own pace: a track is read and decoded once for all
/// renditions.
///
/// Whichever pipe is ahead reads, and waits where the slowest one is `window` samples behind. That cannot become a
/// deadlock: a writer only holds a track that is ahead in time of another one, and of two pipes of one output only
/// the one that is ahead waits here. Taps are made before reading starts; they may then be used from any threads.
final class SharedOutput: @unchecked Sendable {
  // Sendable: what changes does so under the condition's lock; `isReading` keeps the output to one thread.

  /// How many samples the fastest pipe may be ahead of the slowest: enough that encoders which take turns on the
  /// processors do not wait for each other at every picture, and few, since pictures are large.
  static let window = 8

  private let output: AVAssetReaderOutput
  /// What the samples are multiplied with.
  private let leveling: Leveling?
  private let condition = NSCondition()
  /// The samples that some pipe has not taken yet, and how many were read before them.
  private var samples: [CMSampleBuffer] = []
  private var passed = 0
  /// How many samples each tap has given; nil for one that takes no more.
  private var taken: [Int?] = []
  private var isReading = false
  private var isAtEnd = false
  private var isCancelled = false

  init(_ output: AVAssetReaderOutput, leveling: Leveling? = nil) {
    self.output = output
    self.leveling = leveling
  }

  /// What of the track is missing because it could not be read; complete once the samples were read to their end.
  var lostTimeRanges: [CMTimeRange] { output.lostTimeRanges }

  /// One pipe's access to the samples.
  struct Tap: Sendable {
    fileprivate let source: SharedOutput
    fileprivate let index: Int

    /// The next sample, which is read where no other pipe has done so; nil at the end and after a failure, which the
    /// reader knows.
    func next() -> CMSampleBuffer? { source.next(for: index) }

    /// Whether there is nothing more, whatever the source has.
    var isCancelled: Bool { source.condition.withLock { source.isCancelled } }

    /// Reads other parts of the source: of an output with random access and one pipe, which has read to its end.
    func restart(_ timeRanges: [NSValue]) { source.restart(timeRanges) }

    /// The pipe takes no more samples, and holds no other.
    func close() { source.close(index) }
  }

  func makeTap() -> Tap {
    condition.withLock {
      taken.append(0)
      return Tap(source: self, index: taken.count - 1)
    }
  }

  /// Gives no more samples. Any thread.
  func cancel() {
    condition.withLock {
      isCancelled = true
      condition.broadcast()
    }
  }

  /// Ends what is encoded ahead of the samples, and waits for that. After all pipes.
  func stop() { (output as? AVAssetReaderEncodedTrackOutput)?.stopEncoding() }

  /// How many pictures are encoded, of an output that encodes them. Any thread.
  var encodedPictureCount: Int? { (output as? AVAssetReaderEncodedTrackOutput)?.encodedPictureCount }

  private func next(for tap: Int) -> CMSampleBuffer? {
    condition.withLock {
      while !isCancelled, let count = taken[tap] {
        if count < passed + samples.count {
          let sample = samples[count - passed]
          taken[tap] = count + 1
          forgetTaken()
          return sample
        }
        if isAtEnd { break }
        if isReading || samples.count == Self.window { condition.wait() } else { read() }
      }
      return nil
    }
  }

  private func close(_ tap: Int) {
    condition.withLock {
      taken[tap] = nil
      forgetTaken()
    }
    if output.supportsRandomAccess { output.markConfigurationAsFinal() }
  }

  private func restart(_ timeRanges: [NSValue]) {
    output.reset(forReadingTimeRanges: timeRanges)
    condition.withLock { isAtEnd = false }
  }

  /// Reads one sample, without the lock: the others take meanwhile what is there.
  private func read() {
    isReading = true
    condition.unlock()
    let sample = output.copyNextSampleBuffer()
    if let sample { leveling?.apply(to: sample) }
    condition.lock()
    isReading = false
    if let sample { samples.append(sample) } else { isAtEnd = true }
    condition.broadcast()
  }

  private func forgetTaken() {
    let count = (taken.compactMap(\.self).min() ?? passed + samples.count) - passed
    guard count > 0 else { return }
    samples.removeFirst(count)
    passed += count
    condition.broadcast()
  }
}
