/// The outcome of the passes so far.
extension PassPlanner {
  package var bits: Double { segments.reduce(0) { $0 + $1.result.bits } }
  package var pictureCount: Int { segments.reduce(0) { $0 + $1.pictureCount } }

  /// The mean similarity of all pictures.
  package var ssim: Double { ssim(\.result) }

  /// The outcome of the first pass alone.
  package var first: (bits: Double, ssim: Double) { (segments.reduce(0) { $0 + $1.trials[0].bits }, ssim(\.trials[0])) }

  /// The number of pictures that later passes encoded again, each counted as often as it was encoded.
  package var repeatedPictureCount: Int { segments.reduce(0) { $0 + ($1.trials.count - 1) * $1.pictureCount } }

  private func ssim(_ trial: KeyPath<PassSegment, PassSegment.Trial>) -> Double {
    segments.reduce(0) { $0 + $1[keyPath: trial].ssim * Double($1.pictureCount) } / Double(max(pictureCount, 1))
  }

  /// The mean similarity of the worst segment.
  package var worstSSIM: Double { segments.map(\.result.ssim).min() ?? 1 }

  /// The share of a receiver's buffer that is full before each segment.
  package var fullness: [Double] {
    simulation?.fullnessAtStart ?? segments.map { _ in PassTargets.Buffer.initialFullness }
  }

  /// A Boolean value that says whether the targets are met.
  package var isMet: Bool { shortfall == 0 }

  /// A Boolean value that says whether no segment can be improved: more bits would make no visible difference.
  package var isAtBestQuality: Bool {
    segments.allSatisfy { $0.result.rateFactor <= Self.rateFactors.lowerBound + RateModel.resolution }
  }

  /// A Boolean value that says whether the pictures are as good as possible, smaller than their size allows, and
  /// nothing else needs to be changed.
  var isSmallAtBestQuality: Bool {
    guard let size = targets.size, targets.buffer == nil else { return false }
    return bits < size.lowerBound && isAtBestQuality
  }

  /// The distance of the result from the targets: the sum of the relative differences; 0 if the targets are met.
  package var shortfall: Double {
    var sum = 0.0
    if let size = targets.size, size.upperBound > 0 {
      sum += max(0, bits - size.upperBound, size.lowerBound - bits) / size.upperBound
    }
    if let target = targets.targetSSIM { sum += max(0, abs(ssim - target) - PassTargets.ssimTolerance) }
    if let least = targets.leastSSIM { sum += segments.reduce(0) { $0 + max(0, least - $1.result.ssim) } }
    if let buffer = targets.buffer, let simulation {
      sum += simulation.deficits.reduce(0, +) / max(buffer.size, 1)
    }
    return sum
  }

  private var simulation: ReceiverSimulation? {
    guard let buffer = targets.buffer else { return nil }
    var simulation = ReceiverSimulation(buffer)
    for segment in segments { simulation.receive(segment) }
    return simulation
  }
}
