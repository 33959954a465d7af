/// Simulates a receiver's buffer while a stream of segments is taken out of it (H.264 annex C, without an HRD's
/// delays): a pure value.
struct ReceiverSimulation {
  private let buffer: PassTargets.Buffer
  private var fullness: Double
  private var lastTime: Double?

  /// The share of the buffer that is full before the first picture of each segment.
  private(set) var fullnessAtStart: [Double] = []
  /// The number of bits that arrived too late, for each segment.
  private(set) var deficits: [Double] = []

  init(_ buffer: PassTargets.Buffer) {
    self.buffer = buffer
    fullness = buffer.size * PassTargets.Buffer.initialFullness
  }

  /// Returns the largest share of its bits that a segment may have so that none of its pictures comes too late.
  ///
  /// - Parameter planned: the largest share that is wanted.
  func largestScale(of segment: PassSegment, upTo planned: Double) -> Double {
    func fits(_ scale: Double) -> Bool {
      var simulation = self
      simulation.receive(segment, scale: scale)
      return simulation.deficits.last == 0
    }
    if fits(planned) { return planned }
    var (low, high) = (0.0, planned)
    for _ in 0..<Self.steps {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// The number of bisections until the scale is known to a thousandth.
  private static let steps = 10

  /// - Parameter scale: the share of the segment's bits that it will have.
  mutating func receive(_ segment: PassSegment, scale: Double = 1) {
    var deficit = 0.0
    for (index, picture) in segment.result.pictures.enumerated() {
      let time = segment.decodeTimes[index]
      if let lastTime { fullness = min(buffer.size, fullness + buffer.bitRate * max(0, time - lastTime)) }
      lastTime = time
      if index == 0 { fullnessAtStart.append(buffer.size > 0 ? fullness / buffer.size : 0) }
      fullness -= Double(picture.bits) * scale
      if fullness < 0 {
        deficit -= fullness
        fullness = 0
      }
    }
    deficits.append(deficit)
  }
}
