package import CoreMedia

/// Samples that a copy stores for decoding alone, at its begin or its end, and that are not presented.
extension ContainerFormat {
  /// Why this container cannot store samples that are decoded and not presented. `nil` when it can.
  ///
  /// Movies say in their edit lists what is presented. Elsewhere only as much sound is let through as an encoder's own
  /// delay has: players show the rest.
  ///
  /// - Parameters:
  ///   - time: how long the samples last.
  ///   - format: theirs. `nil` where it is not known.
  package func refusal(ofHiding time: CMTime, in format: CMFormatDescription?) -> String? {
    if movieFormat != nil || time <= .zero { return nil }
    if let rate = format?.audioStreamBasicDescription?.mSampleRate, rate > 0, time.seconds * rate <= Self.longestRunUp {
      return nil
    }
    let movies = Self.allCases.filter { $0.movieFormat != nil }
    return "\(name) files cannot hide what a copy of part of a track begins or ends with; \(Self.list(movies)) can"
  }

  /// In samples: the longest packet of Opus. The delay of encoders of AAC with spectral band replication is 4224.
  private static let longestRunUp = 5760.0
}
