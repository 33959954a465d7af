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

  @Option(help: ArgumentHelp("The source's channels, mixed down where they are more than this.", valueName: "N"))
  var maxChannels: Int?

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
    if channels != nil, maxChannels != nil {
      throw ValidationError("--channels and --max-channels exclude each other.")
    }
  }

  var choice: AudioChoice {
    var choice = AudioChoice()
    choice.codec = audioCodec
    choice.bitRate = audioBitrate
    choice.sampleRate = sampleRate
    choice.channels = channels.map { .exactly($0) } ?? maxChannels.map { .atMost($0) }
    choice.pcmForm = sampleFormat
    choice.loudness = loudness
    return choice
  }
}
