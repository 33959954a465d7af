/// The limits of an audio codec: its channels, sample rates and bit rates.
struct AudioLimits {
  let codec: AudioChoice.Codec

  init(_ codec: AudioChoice.Codec) { self.codec = codec }

  /// The largest number of channels.
  ///
  /// MPEG-1 layer III has two (ISO/IEC 11172-3); AC-3 ends at 5.1 (ETSI TS 102 366, table 4.3), and the channel
  /// configurations of the others at 7.1.
  var channels: Int {
    switch codec {
    case .mp3: 2
    case .ac3, .eac3: 6
    case .aac, .opus, .vorbis, .alac, .flac: 8
    case .pcm, .copy, .none: .max
    }
  }

  /// The sample rates of the codec, in hertz; empty where any will do.
  ///
  /// They are those of ISO/IEC 14496-3 table 1.18, ISO/IEC 11172-3 and 13818-3 with the half rates of MPEG-2.5, and
  /// ETSI TS 102 366 table 4.1. Opus decodes at 48 kHz (RFC 7845, 4); libvorbis keeps a bit rate up to 50 kHz only.
  private var sampleRates: [Int] {
    switch codec {
    case .mp3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .aac: [7350, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
    case .opus: [48000]
    case .vorbis: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .ac3, .eac3: [32000, 44100, 48000]
    case .alac, .flac, .pcm, .copy, .none: []
    }
  }

  /// Returns the rate itself where the codec has it, else the next above, else the highest.
  func sampleRate(nearest rate: Double) -> Int {
    let wanted = Int(min(rate.rounded(), Double(Int32.max)))
    return sampleRates.isEmpty ? wanted : sampleRates.first { $0 >= wanted } ?? sampleRates[sampleRates.count - 1]
  }

  /// The bit rates of AC-3 for 1 to 6 channels in broadcasting; a frame can have certain rates only (ETSI TS 102 366,
  /// table 4.13).
  private static let ac3BitRates = [96_000, 192_000, 256_000, 320_000, 384_000, 448_000]

  /// The bit rate of Opus for each channel, which is as good with less: 96 kb/s for stereo. One channel has no less
  /// than with other codecs.
  private static let opusBitRatePerChannel = 48_000

  /// Returns the usual bit rate: 64 kb/s a channel, or less where the codec's frames hold no more or it needs less.
  func bitRate(sampleRate: Int, channels: Int) -> BitRate {
    let perChannel = 64_000
    switch codec {
    case .mp3:
      // MPEG-2.5 ends at 64 kb/s for the whole stream.
      return BitRate(bitsPerSecond: sampleRate <= 12000 ? perChannel : perChannel * channels)
    case .opus: return BitRate(bitsPerSecond: max(perChannel, Self.opusBitRatePerChannel * channels))
    // libvorbis has no tables for more at low rates: 48 kb/s at most at 12 kHz.
    case .vorbis: return BitRate(bitsPerSecond: min(perChannel, sampleRate * 4) * channels)
    case .ac3, .eac3: return BitRate(bitsPerSecond: Self.ac3BitRates[min(max(channels, 1), 6) - 1])
    case .aac, .alac, .flac, .pcm, .copy, .none:
      // An AAC frame of 1024 samples holds at most 6144 bits a channel (ISO/IEC 14496-3, 4.5.3.1).
      return BitRate(bitsPerSecond: min(perChannel, sampleRate * 6) * channels)
    }
  }
}
