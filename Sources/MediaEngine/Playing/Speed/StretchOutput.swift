/// Stretched sound that waits for room in a ring: interleaved frames.
struct StretchOutput {
  let channelCount: Int
  /// The samples that are not written yet.
  var samples: [Float] = []
  /// The number of frames that were written.
  private(set) var written = 0

  init(channelCount: Int) { self.channelCount = channelCount }

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
