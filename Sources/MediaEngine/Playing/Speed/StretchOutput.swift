/// Stretched sound that waits for room in a ring: interleaved frames.
struct StretchOutput {
  let channelCount: Int
  /// The samples that are not written yet.
  var samples: [Float] = []
  /// The number of frames that were written.
  private(set) var written = 0

  init(channelCount: Int) { self.channelCount = channelCount }

  /// Ends the sound at a length, in frames: what is too much of it is left out, and what is missing is silence.
  mutating func end(at length: Int) {
    let excess = written + samples.count / channelCount - length
    if excess > 0 { samples.removeLast(min(excess * channelCount, samples.count)) }
    if excess < 0 { samples.append(contentsOf: repeatElement(0, count: -excess * channelCount)) }
  }

  /// - Returns: whether all of it was written.
  mutating func flush(into ring: SoundRing) -> Bool {
    guard !samples.isEmpty else { return true }
    let count = samples.withUnsafeBufferPointer {
      $0.baseAddress.map { ring.write($0, count: samples.count / channelCount) } ?? 0
    }
    written += count
    samples.removeFirst(count * channelCount)
    return samples.isEmpty
  }
}
