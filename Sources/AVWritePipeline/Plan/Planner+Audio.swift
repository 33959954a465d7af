extension Planner {
  func decideAudio(_ track: TrackFacts) throws(JobError) -> Decision {
    if rendition.audio.codec == .copy { return try copy(track, reason: "--audio-codec copy") }
    let usual = container.usualAudioCodec
    let isUsual = track.isCopied(as: usual)
    // Linear PCM passes through only as the usual codec: elsewhere it is not compressed yet, and is encoded.
    let mayBeCopied = isUsual || track.codec != "lpcm" || job.edit != nil
    if rendition.audio.codec == nil, rendition.fades.isNone, rendition.speedFactor == nil,
      !rendition.audio.asksForEncoding(ofChannels: track.audio?.channels ?? 0),
      mayBeCopied, refusals[track.id] == nil, !cutsPackets(of: track), !repeatsPackets(of: track)
    {
      let reason = isUsual ? "\(usual.rawValue) is the usual audio codec of" : "its codec fits in"
      return .keep(.copy, reason: "\(reason) \(container.rawValue)")
    }
    let codec = rendition.audio.codec ?? usual
    guard container.audioEncoders.contains(codec) else {
      let others = Container.allCases.filter { $0.audioEncoders.contains(codec) }.map(\.rawValue)
      throw JobError(
        .containerUnsupported, "\(container.rawValue) files cannot carry \(codec.rawValue) audio from this build",
        hint: "\(others.joined(separator: ", ")) can")
    }
    guard let audio = track.audio, audio.channels > 0, audio.sampleRate >= 1 else {
      throw JobError(.inputDamaged, "\(job.input): \(track.title) has no sample rate or no channels")
    }
    let usualReason = "\(codec.rawValue) is the usual audio codec of \(container.rawValue)"
    let isOwn = track.isCopied(as: codec) || job.edit != nil
    let ownReason = isOwn ? refusals[track.id] ?? usualReason : usualReason
    let asked = rendition.audio.codec == nil ? ownReason : "--audio-codec"
    try checkPCMForm(codec)
    return .keep(.encodeAudio(encoding(of: audio, in: codec)), reason: asked)
  }

  /// Returns whether the part that was asked for may begin or end within a packet, in a container that cannot state
  /// this as the edit lists of movies can.
  ///
  /// An MP3 frame also needs bytes of the frames before it, and a picture needs the pictures that it refers to.
  func cutsPackets(of track: TrackFacts) -> Bool {
    !container.isMovie && (job.time.start != nil || job.time.end != nil) && track.codec != "lpcm"
  }

  /// Returns whether an edit list shows packets more than once, or parts of them. A copy could keep that only with the
  /// same edit list. Linear PCM is cut to the sample.
  func repeatsPackets(of track: TrackFacts) -> Bool { track.isComposed && track.codec != "lpcm" }

  /// - Throws: `JobError` of exit 69 for a part that copying cannot cut out.
  func copy(_ track: TrackFacts, reason: String) throws(JobError) -> Decision {
    if repeatsPackets(of: track) {
      throw JobError(
        .containerUnsupported,
        "\(job.input): \(track.title) cannot be copied: its edit list presents several parts of its media",
        hint: "leave out the copy option to encode what is presented")
    }
    guard cutsPackets(of: track) else { return .keep(.copy, reason: reason) }
    throw JobError(
      .containerUnsupported,
      "\(job.input): a part of \(track.title) cannot be copied into \(container.rawValue): it may begin or end within "
        + "a packet",
      hint: "leave out the copy option to encode the part, or write mov or mp4, which can hide the rest")
  }

  /// The bits of a sample that this build's lossless encoders keep.
  private static let losslessBits = 24

  private func encoding(of audio: TrackFacts.Audio, in codec: AudioChoice.Codec) -> AudioEncoding {
    let limits = AudioLimits(codec)
    let wanted = rendition.audio.channels ?? .atMost(audio.channels)
    let channels = wanted.count(of: audio.channels, atMost: limits.channels)
    let rate = rendition.audio.sampleRate ?? limits.sampleRate(nearest: audio.sampleRate)
    let bitRate = rendition.audio.bitRate ?? limits.bitRate(sampleRate: rate, channels: channels)
    let format: AudioEncoding.Format =
      if let lossy = AudioEncoding.LossyCodec(rawValue: codec.rawValue) {
        .lossy(lossy, bitRate)
      } else if let lossless = AudioEncoding.LosslessCodec(rawValue: codec.rawValue) {
        .lossless(lossless, bits: min(audio.pcmBits, Self.losslessBits))
      } else {
        pcm(of: audio)
      }
    return AudioEncoding(
      format: format, sampleRate: rate, channels: channels, loudness: rendition.audio.loudness,
      volume: rendition.audio.volume)
  }

  /// Returns a form that keeps every bit of the source, in the container's byte order. Floating point becomes integers
  /// where the container has none.
  private func pcm(of audio: TrackFacts.Audio) -> AudioEncoding.Format {
    if let form = rendition.audio.pcmForm { return .pcm(form) }
    let isBigEndian = container.usesBigEndianPCM
    let floating = PCMForm(bits: audio.pcmBits, isFloat: true, isBigEndian: isBigEndian)
    if audio.isFloat, container.carries(floating) { return .pcm(floating) }
    return .pcm(PCMForm(bits: min(audio.pcmBits, 32), isFloat: false, isBigEndian: isBigEndian))
  }

  private func checkPCMForm(_ codec: AudioChoice.Codec) throws(JobError) {
    guard let form = rendition.audio.pcmForm else { return }
    guard codec == .pcm else {
      throw JobError(
        .usage, "--sample-format needs linear PCM (--audio-codec pcm), but the audio codec is \(codec.rawValue)")
    }
    guard !container.carries(form) else { return }
    let others = Container.allCases.filter { $0.carries(form) }.map(\.rawValue)
    throw JobError(
      .containerUnsupported, "\(container.rawValue) files cannot carry linear PCM as \(form.rawValue)",
      hint: "\(others.joined(separator: ", ")) can")
  }
}

extension TrackFacts {
  /// Returns whether the samples have the codec `wanted` already, so that they may stay as they are.
  func isCopied(as wanted: AudioChoice.Codec) -> Bool {
    // These are the forms with spectral band replication; they have low complexity's sample entry, mp4a.
    if wanted == .aac, ["aach", "aacp", "mp4a"].contains(codec) { return true }
    return wanted.formatID.map { String(fourCharacters: $0) } == codec
  }
}

extension TrackFacts.Audio {
  /// The depth that keeps every bit of the source; 16 for lossy sound.
  var pcmBits: Int {
    switch bitsPerChannel ?? losslessBits ?? 16 {
    case ...16: 16
    case ...24: 24
    case ...32: 32
    default: isFloat ? 64 : 32
    }
  }
}
