/// An algorithm for the pitch of sound that is played at another rate.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AVAudioTimePitchAlgorithm {
  /// A spectral analysis, of the highest quality; for music.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// An algorithm of middle quality, for speech.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// The pitch follows the rate.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
  /// An algorithm of low quality, for playback alone.
  @available(*, deprecated, message: "use timeDomain, spectral or varispeed")
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")

  /// A Boolean value that says whether a reader's output can use the algorithm (AR-33).
  var isForReading: Bool { [.spectral, .timeDomain, .varispeed].contains(self) }
}
