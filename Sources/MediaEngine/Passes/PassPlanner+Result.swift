/// What the passes so far came to.
extension PassPlanner {
  package var bits: Double { segments.reduce(0) { $0 + $1.result.bits } }
  package var pictureCount: Int { segments.reduce(0) { $0 + $1.pictureCount } }

  /// The mean similarity of all pictures.
  package var ssim: Double { ssim(\.result) }

  /// What the first pass alone came to.
  package var first: (bits: Double, ssim: Double) { (segments.reduce(0) { $0 + $1.trials[0].bits }, ssim(\.trials[0])) }

  /// How many pictures later passes encoded again, each as often as it was.
  package var repeatedPictureCount: Int { segments.reduce(0) { $0 + ($1.trials.count - 1) * $1.pictureCount } }

  private func ssim(_ trial: KeyPath<PassSegment, PassSegment.Trial>) -> Double {
    segments.reduce(0) { $0 + $1[keyPath: trial].ssim * Double($1.pictureCount) } / Double(max(pictureCount, 1))
  }

  /// The mean similarity of the worst segment.
  package var worstSSIM: Double { segments.map(\.result.ssim).min() ?? 1 }

  /// Of each segment, how full a receiver's buffer is before it, as a share.
  package var fullness: [Double] {
    simulation?.fullnessAtStart ?? segments.map { _ in PassContract.Buffer.initialFullness }
  }

  /// Whether the contract is kept.
  package var isMet: Bool { shortfall == 0 }

  /// Whether no segment can be encoded any better: more bits change nothing that is seen.
  package var isAtBestQuality: Bool {
    segments.allSatisfy { $0.result.rateFactor <= Self.rateFactors.lowerBound + RateModel.resolution }
  }

  /// How far the result is from the contract: shares of what was asked for, added; 0 where it is kept.
  package var shortfall: Double {
    var sum = 0.0
    if let size = contract.size, size.upperBound > 0 {
      sum += max(0, bits - size.upperBound, size.lowerBound - bits) / size.upperBound
    }
    if let target = contract.targetSSIM { sum += max(0, abs(ssim - target) - PassContract.ssimTolerance) }
    if let least = contract.leastSSIM { sum += segments.reduce(0) { $0 + max(0, least - $1.result.ssim) } }
    if let buffer = contract.buffer, let simulation {
      sum += simulation.deficits.reduce(0, +) / max(buffer.size, 1)
    }
    return sum
  }

  private var simulation: ReceiverSimulation? {
    guard let buffer = contract.buffer else { return nil }
    var simulation = ReceiverSimulation(buffer)
    for segment in segments { simulation.receive(segment) }
    return simulation
  }
}
