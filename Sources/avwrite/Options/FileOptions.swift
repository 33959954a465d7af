internal import AVWritePipeline
internal import ArgumentParser

struct FileOptions: ParsableArguments {
  @Option(help: "The container. (default: by OUT's extension; '-' has none; of a batch mp4, and m4a without video)")
  var format: Container?

  @Flag(
    inversion: .prefixedNo,
    help: "Put the tables before the media, so that playing can begin at once. (default: --fast-start)")
  var fastStart: Bool?

  @Option(help: ArgumentHelp("Write a movie in fragments as long as this.", valueName: "SECONDS"))
  var fragment: Double?

  @Option(help: ArgumentHelp("The longest run of one track's media.", valueName: "SECONDS"))
  var chunkDuration: Double?

  @Option(help: ArgumentHelp("Start each run of media at a multiple of this.", valueName: "BYTES"))
  var chunkAlignment: Int?

  @Flag(inversion: .prefixedNo, help: "Let OUT have the times of IN: when it was read and changed last.")
  var keepTimes: Bool?

  @Option(
    help: ArgumentHelp(
      "Check the finished file: '--verify' its counts, durations and timing, '--verify full' every sample, too, and "
        + "'--no-verify' nothing. (default: --verify)", valueName: "full"))
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
