internal import AVFoundation

/// The limits of an audio codec, and its usual bit rates.
struct AudioLimits {
  private let codec: AudioChoice.Codec
  private let format: AudioFormatLimits

  /// Without an encoding there are no limits, as for linear PCM.
  init(_ codec: AudioChoice.Codec) {
    self.codec = codec
    format = AudioFormatLimits(codec.formatID ?? kAudioFormatLinearPCM)
  }

  /// The largest number of channels.
  var channels: Int { format.channels }

  /// Returns the rate itself where the codec has it, else the next above, else the highest, in hertz.
  func sampleRate(nearest rate: Double) -> Int { format.sampleRate(nearest: rate) }

  /// The bit rates of AC-3 for 1 to 6 channels in broadcasting; a frame can have certain rates only (ETSI TS 102 366,
  /// table 4.13).
  private static let ac3BitRates = [96_000, 192_000, 256_000, 320_000, 384_000, 448_000]

  /// The bit rate of Opus for each channel: 96 kb/s for stereo, since Opus is as good as other codecs with fewer bits.
  /// A single channel gets no fewer bits than with other codecs.
  private static let opusBitRatePerChannel = 48_000

  /// Returns the usual bit rate: 64 kb/s a channel, or less where the codec's frames hold no more or it needs less.
  func bitRate(sampleRate: Int, channels: Int) -> BitRate {
    let perChannel = AudioFormatLimits.usualBitRatePerChannel
    let usual =
      switch codec {
      case .opus: max(perChannel, Self.opusBitRatePerChannel * channels)
      // libvorbis has no tables for more at low rates: 48 kb/s at most at 12 kHz.
      case .vorbis: min(perChannel, sampleRate * 4) * channels
      case .ac3, .eac3: Self.ac3BitRates[min(max(channels, 1), 6) - 1]
      case .aac, .mp3, .alac, .flac, .pcm, .copy, .none: perChannel * channels
      }
    let most = format.largestBitRate(sampleRate: sampleRate, channels: channels) ?? usual
    return BitRate(bitsPerSecond: min(usual, most))
  }
}
