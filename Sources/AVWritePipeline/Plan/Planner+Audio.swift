extension Planner {
  func decideAudio(_ track: TrackFacts) throws(JobError) -> Decision {
    if job.audio.codec == .copy { return .keep(.copy, reason: "--audio-codec copy") }
    let usual = container.usualAudioCodec
    if job.audio.codec == nil, !job.audio.asksForEncoding, track.isCopied(as: usual) {
      return .keep(.copy, reason: "\(usual.rawValue) is the audio codec of \(container.rawValue)")
    }
    let codec = job.audio.codec ?? usual
    guard container.audioEncoders.contains(codec) else {
      let others = Container.allCases.filter { $0.audioEncoders.contains(codec) }.map(\.rawValue)
      throw JobError(
        .containerUnsupported, "\(container.rawValue) does not carry \(codec.rawValue) audio that this build encodes",
        hint: "\(others.joined(separator: ", ")) can")
    }
    guard let audio = track.audio, audio.channels > 0, audio.sampleRate >= 1 else {
      throw JobError(.inputDamaged, "\(job.input): \(track.title) has no sample rate or channels")
    }
    let asked =
      job.audio.codec == nil ? "\(codec.rawValue) is the audio codec of \(container.rawValue)" : "--audio-codec"
    return .keep(.encodeAudio(encoding(of: audio, in: codec)), reason: asked)
  }

  private func encoding(of audio: TrackFacts.Audio, in codec: AudioChoice.Codec) -> AudioEncoding {
    let limits = AudioLimits(codec)
    let channels = job.audio.channels ?? min(audio.channels, limits.channels)
    let rate = job.audio.sampleRate ?? limits.sampleRate(nearest: audio.sampleRate)
    let bitRate = job.audio.bitRate ?? limits.bitRate(sampleRate: rate, channels: channels)
    let format: AudioEncoding.Format =
      switch codec {
      case .mp3: .mp3(bitRate)
      case .pcm: .pcm(bits: audio.pcmBits, isFloat: audio.isFloat)
      case .aac, .copy, .none: .aac(bitRate)
      }
    return AudioEncoding(format: format, sampleRate: rate, channels: channels)
  }
}

extension AudioEncoding.Format {
  var name: String {
    switch self {
    case .aac: "aac"
    case .mp3: "mp3"
    case .pcm: "pcm"
    }
  }
}

extension TrackFacts {
  /// Whether the samples are already what encoding in `wanted` would give, so that they may stay as they are.
  func isCopied(as wanted: AudioChoice.Codec) -> Bool {
    switch wanted {
    // Low complexity and its spectral band replication forms; all have the sample entry mp4a.
    case .aac: ["aac ", "aach", "aacp", "mp4a"].contains(codec)
    case .mp3: codec == ".mp3"
    // WAVE is little-endian.
    case .pcm: codec == "lpcm" && audio?.isBigEndian == false
    case .copy, .none: false
    }
  }
}

extension TrackFacts.Audio {
  /// The depth that keeps every bit of the source: 16 where the source does not say one.
  var pcmBits: Int {
    switch bitsPerChannel ?? 16 {
    case ...16: 16
    case ...24: 24
    case ...32: 32
    default: isFloat ? 64 : 32
    }
  }
}

/// What an audio codec can carry.
private struct AudioLimits {
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
