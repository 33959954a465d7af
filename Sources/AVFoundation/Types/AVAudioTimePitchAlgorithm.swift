/// How sound keeps its pitch when it is played at another rate.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AVAudioTimePitchAlgorithm {
  /// Of the quality of a spectral analysis; for music.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// Of middle quality; for speech.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// The pitch follows the rate.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
  /// Of low quality, for playback alone.
  @available(*, deprecated, message: "use timeDomain, spectral or varispeed")
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")

  /// Whether a reader's output can use it (AR-33).
  var isForReading: Bool { [.spectral, .timeDomain, .varispeed].contains(self) }
}
