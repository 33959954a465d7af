package import CoreAudioTypes
import MediaInterop

/// The settings that the encoder of a codec takes, for those who choose among them.
extension AudioSettings.Codec {
  /// The sample rates in Hz, lowest first. It is empty where any is taken.
  package var sampleRates: [Int] {
    switch self {
    case .mp3: MP3Encoder.sampleRates
    default: codecID?.encoderSampleRates ?? []
    }
  }

  /// The bit rates of all channels in bits a second, lowest first. It is empty for a codec whose rate follows from the
  /// samples, and where only trying tells.
  ///
  /// Where a codec takes any number within bounds, these are usual ones.
  package func bitRates(sampleRate: Int, channelCount: Int) -> [Int] {
    switch self {
    case .mp3: return MP3Encoder.bitRates(sampleRate: sampleRate)
    case .ac3: return AudioEncoder.Settings.ac3BitRates
    case .aac, .opus, .enhancedAC3, .vorbis, .appleLossless, .flac, .pcm:
      guard let possible = bounds(sampleRate, channelCount) else { return [] }
      return Self.usualBitRates.map { $0 * channelCount }.filter(possible.contains)
    }
  }

  /// Returns whether a bit rate in bits a second goes with a sample rate.
  package func takes(bitRate: Int, sampleRate: Int, channelCount: Int) -> Bool {
    bounds(sampleRate, channelCount)?.contains(bitRate)
      ?? bitRates(sampleRate: sampleRate, channelCount: channelCount).contains(bitRate)
  }

  /// Returns the bit rates of a codec that takes any number within bounds. It is `nil` for another.
  private func bounds(_ sampleRate: Int, _ channelCount: Int) -> ClosedRange<Int>? {
    codecID.flatMap {
      AudioEncoder.Settings(codec: $0, sampleRate: sampleRate, layout: .default(count: channelCount)).possibleBitRates
    }
  }

  /// The usual bit rates of one channel, in bits a second.
  private static let usualBitRates = [8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 256, 320]
    .map { $0 * 1000 }

  /// The layouts, by tag. It is empty where any is taken.
  package var layoutTags: [AudioChannelLayoutTag] {
    if case .mp3 = self { return [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo] }
    let tags = codecID?.encoderLayouts.map { SpeakerLayout($0).managedLayout.tag } ?? []
    return tags.filter { AudioChannelLayoutTag_GetNumberOfChannels($0) > 0 }
  }

  private var codecID: CodecID? {
    switch self {
    case .aac: .aac
    case .opus: .opus
    case .vorbis: .vorbis
    case .ac3: .ac3
    case .enhancedAC3: .eac3
    case .appleLossless: .alac
    case .flac: .flac
    case .mp3, .pcm: nil
    }
  }
}
