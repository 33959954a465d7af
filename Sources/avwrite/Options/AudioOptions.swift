internal import AVWritePipeline
internal import ArgumentParser

struct AudioOptions: ParsableArguments {
  @Option(
    help: "The codec, 'copy' to keep the encoded audio, or 'none' for no audio. (default: the container's usual one)")
  var audioCodec: AudioChoice.Codec?

  @Option(help: ArgumentHelp("Bits a second of the whole track, such as 128k.", valueName: "RATE"))
  var audioBitrate: BitRate?

  @Option(help: ArgumentHelp("Samples a second.", valueName: "HZ"))
  var sampleRate: Int?

  @Option(help: ArgumentHelp("The number of channels.", valueName: "N"))
  var channels: Int?

  @Option(
    help: ArgumentHelp(
      "How linear PCM lies in the file, such as s24le or f32be. (default: every bit of the source)", valueName: "FORM"))
  var sampleFormat: PCMForm?

  // A negative number would be taken for an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How loud the sound becomes, such as -16 (EBU R 128, in LUFS). It is raised or lowered as a whole, and no further than"
        + " to peaks of -1 dBTP.", valueName: "LUFS"))
  var loudness: Double?

  func validate() throws {
    if let sampleRate, !(1...768_000).contains(sampleRate) {
      throw ValidationError("--sample-rate is a number of hertz, 768000 at most.")
    }
    if let channels, !(1...64).contains(channels) { throw ValidationError("--channels is a number from 1 to 64.") }
    let asksForEncoding =
      audioBitrate != nil || sampleRate != nil || channels != nil || sampleFormat != nil
      || loudness != nil
    if let loudness, !(-70 ... -5).contains(loudness) {
      throw ValidationError("--loudness is a number of LUFS from -70 to -5.")
    }
    if let audioCodec, audioCodec == .copy || audioCodec == .none, asksForEncoding {
      throw ValidationError("--audio-codec \(audioCodec.rawValue) encodes nothing, so no encoding option fits it.")
    }
    if let audioCodec, sampleFormat != nil, audioCodec != .pcm {
      throw ValidationError("--sample-format is of linear PCM: --audio-codec pcm.")
    }
    if let audioCodec, audioBitrate != nil, [.pcm, .alac, .flac].contains(audioCodec) {
      throw ValidationError("--audio-codec \(audioCodec.rawValue) has no --audio-bitrate to choose.")
    }
  }

  var choice: AudioChoice {
    var choice = AudioChoice()
    choice.codec = audioCodec
    choice.bitRate = audioBitrate
    choice.sampleRate = sampleRate
    choice.channels = channels
    choice.pcmForm = sampleFormat
    choice.loudness = loudness
    return choice
  }
}
