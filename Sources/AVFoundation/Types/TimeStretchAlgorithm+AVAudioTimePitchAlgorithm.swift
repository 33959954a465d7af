import MediaEngine

extension TimeStretchAlgorithm {
  /// - Parameter algorithm: the name of an algorithm. The result is `nil` for an unknown one.
  init?(_ algorithm: AVAudioTimePitchAlgorithm) {
    switch algorithm {
    // If a low quality is asked for, the cheapest algorithm is good enough.
    case .timeDomain, AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency"): self = .timeDomain
    case .spectral: self = .spectral
    case .varispeed: self = .varispeed
    default: return nil
    }
  }
}
