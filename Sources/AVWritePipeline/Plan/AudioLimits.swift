/// What an audio codec can carry.
struct AudioLimits {
  let codec: AudioChoice.Codec

  init(_ codec: AudioChoice.Codec) { self.codec = codec }

  /// MPEG-1 layer III has two channels (ISO/IEC 11172-3); AAC's channel configurations end at 7.1.
  var channels: Int {
    switch codec {
    case .mp3: 2
    case .aac: 8
    case .pcm, .copy, .none: .max
    }
  }

  /// ISO/IEC 14496-3 table 1.18, and ISO/IEC 11172-3 and 13818-3 with the half rates of MPEG-2.5.
  private var sampleRates: [Int] {
    switch codec {
    case .mp3: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
    case .aac: [7350, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
    case .pcm, .copy, .none: []
    }
  }

  /// The source's own rate where the codec has it, else the next above, else the highest.
  func sampleRate(nearest rate: Double) -> Int {
    let wanted = Int(min(rate.rounded(), Double(Int32.max)))
    return sampleRates.isEmpty ? wanted : sampleRates.first { $0 >= wanted } ?? sampleRates[sampleRates.count - 1]
  }

  /// 64 kb/s a channel, less where the codec's frames cannot hold as much.
  func bitRate(sampleRate: Int, channels: Int) -> BitRate {
    let perChannel = 64_000
    switch codec {
    case .mp3:
      // MPEG-2.5 ends at 64 kb/s for the whole stream.
      return BitRate(bitsPerSecond: sampleRate <= 12000 ? perChannel : perChannel * channels)
    default:
      // An AAC frame of 1024 samples holds at most 6144 bits a channel (ISO/IEC 14496-3, 4.5.3.1).
      return BitRate(bitsPerSecond: min(perChannel, sampleRate * 6) * channels)
    }
  }
}
