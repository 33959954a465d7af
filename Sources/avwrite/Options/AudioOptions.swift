internal import AVWritePipeline
internal import ArgumentParser

struct AudioOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Audio codec. copy: keep the encoded sound. none: write no sound. (default: copy if the container carries it, "
        + "else the container's usual codec)", valueName: "audio-codec"))
  var audioCodec: AudioChoice.Codec?

  @Option(
    help: ArgumentHelp(
      "Bit rate of the whole track in bits per second, such as 128k. (default: by codec and channels, such as 128k for "
        + "stereo AAC)",
      valueName: "RATE"))
  var audioBitrate: BitRate?

  @Option(
    help: ArgumentHelp(
      "Sample rate in hertz, such as 48000. (default: the source's, or the nearest that the codec has)", valueName: "HZ"
    ))
  var sampleRate: Int?

  @Option(
    help: ArgumentHelp(
      "Number of channels, 1 to 64. (default: as many as the source has and the codec can carry)", valueName: "N"))
  var channels: Int?

  @Option(help: ArgumentHelp("Largest number of channels, 1 to 64. A source with more is mixed down.", valueName: "N"))
  var maxChannels: Int?

  @Option(
    help: ArgumentHelp(
      "Sample format of linear PCM, such as s24le or f32be. (default: one that keeps every bit of the source)",
      valueName: "FORM"))
  var sampleFormat: PCMForm?

  // The parser would otherwise take a negative number for an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Integrated loudness in LUFS (EBU R 128), -70 to -5, such as -16. The whole track gets one gain, limited so that "
        + "true peaks stay below -1 dBTP.", valueName: "LUFS"))
  var loudness: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Change of the volume in decibels, -100dB to 40dB, such as -6dB or +3dB. It comes after --loudness. Samples beyond "
        + "full scale are clipped unless they are encoded as floating point.", valueName: "dB"))
  var volume: Decibels?

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
    choice.volume = volume
    return choice
  }
}
