/// Stretched sound that waits for space in a ring: interleaved frames.
struct StretchOutput {
  private let channelCount: Int
  private var samples: [Float] = []
  /// The number of samples that were written already.
  private var taken = 0
  /// The number of frames that were added, whether written or not.
  private(set) var frameCount = 0

  init(channelCount: Int) { self.channelCount = channelCount }

  /// Adds samples of whole frames.
  mutating func append(_ new: some Collection<Float>) {
    samples.append(contentsOf: new)
    frameCount += new.count / channelCount
  }

  /// Ends the sound at a length, in frames: frames beyond it are left out, and missing frames are silence.
  mutating func end(at length: Int) {
    let excess = min((frameCount - length) * channelCount, samples.count - taken)
    if excess > 0 {
      samples.removeLast(excess)
      frameCount -= excess / channelCount
    } else {
      append(repeatElement(0, count: -excess))
    }
  }

  /// - Returns: Whether all of it was written.
  mutating func flush(into ring: SoundRing) -> Bool {
    let rest = (samples.count - taken) / channelCount
    let written = samples.withUnsafeBufferPointer { [taken] samples in
      samples.baseAddress.map { ring.write($0 + taken, count: rest) } ?? 0
    }
    taken += written * channelCount
    guard taken == samples.count else { return false }
    samples.removeAll(keepingCapacity: true)
    taken = 0
    return true
  }
}
