internal import AVWritePipeline
internal import ArgumentParser

struct FileOptions: ParsableArguments {
  @Option(
    help: "Container format. (default: from OUT's extension; for '-' there is none; in batch mp4, or m4a without video)"
  )
  var format: Container?

  @Flag(
    inversion: .prefixedNo,
    help: "Put the index (moov) before the media, so that playback can start during download. (default: --fast-start)")
  var fastStart: Bool?

  @Option(
    help: ArgumentHelp("Write a fragmented movie with fragments of this length, up to 3600.", valueName: "SECONDS"))
  var fragment: Double?

  @Option(help: ArgumentHelp("Longest chunk of one track's samples in a movie, up to 3600.", valueName: "SECONDS"))
  var chunkDuration: Double?

  @Option(
    help: ArgumentHelp(
      "Align each chunk of samples in a movie to a multiple of this, 1 to 1048576.", valueName: "BYTES"))
  var chunkAlignment: Int?

  @Flag(inversion: .prefixedNo, help: "Copy IN's access and modification times to OUT.")
  var keepTimes: Bool?

  @Option(
    help: ArgumentHelp(
      "Check the finished file. --verify: counts, durations and timing. --verify full: also decode every sample. "
        + "--no-verify: no check. (default: --verify)", valueName: "full"))
  var verify: FileChoice.Verification?

  var choice: FileChoice {
    var choice = FileChoice()
    choice.fastStart = fastStart
    choice.fragment = fragment
    choice.chunkDuration = chunkDuration
    choice.chunkAlignment = chunkAlignment
    choice.keepsTimes = keepTimes
    choice.verification = verify
    return choice
  }
}
