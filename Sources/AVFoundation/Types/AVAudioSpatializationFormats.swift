/// The forms of sound that may be spread over the space around a listener.
public struct AVAudioSpatializationFormats: OptionSet, Sendable {
  /// The forms as bits.
  public let rawValue: UInt
  /// Forms of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Sound of one or two channels.
  public static var monoAndStereo: AVAudioSpatializationFormats { AVAudioSpatializationFormats(rawValue: 3) }
  /// Sound of more channels.
  public static var multichannel: AVAudioSpatializationFormats { AVAudioSpatializationFormats(rawValue: 4) }
  /// Sound of any number of channels.
  public static var monoStereoAndMultichannel: AVAudioSpatializationFormats {
    AVAudioSpatializationFormats(rawValue: 7)
  }
}
