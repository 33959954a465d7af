internal import AVWritePipeline
internal import ArgumentParser

struct FileOptions: ParsableArguments {
  @Option(help: "The container. (default: by OUT's extension; '-' has none)")
  var format: Container?

  @Flag(inversion: .prefixedNo, help: "Put the tables before the media, so that playing can begin at once.")
  var fastStart = true

  @Option(help: ArgumentHelp("Write a movie in fragments as long as this.", valueName: "SECONDS"))
  var fragment: Double?

  @Option(help: ArgumentHelp("The longest run of one track's media.", valueName: "SECONDS"))
  var chunkDuration: Double?

  @Option(help: ArgumentHelp("Start each run of media at a multiple of this.", valueName: "BYTES"))
  var chunkAlignment: Int?

  @Flag(help: "Let OUT have the times of IN: when it was read and changed last.")
  var keepTimes = false

  @Flag(help: "Replace OUT if it exists.")
  var force = false

  @Flag(inversion: .prefixedNo, help: "Check counts, durations and timing of the finished file.")
  var verify = true

  func validate() throws {
    if let fragment, !(fragment > 0 && fragment <= 3600) {
      throw ValidationError("--fragment is a number of seconds above 0, and 3600 at most.")
    }
    if let chunkDuration, !(chunkDuration > 0 && chunkDuration <= 3600) {
      throw ValidationError("--chunk-duration is a number of seconds above 0, and 3600 at most.")
    }
    if let chunkAlignment, !(1...1 << 20).contains(chunkAlignment) {
      throw ValidationError("--chunk-alignment is a number of bytes from 1 to 1048576.")
    }
  }

  var choice: FileChoice {
    var choice = FileChoice()
    choice.fastStart = fastStart
    choice.fragment = fragment
    choice.chunkDuration = chunkDuration
    choice.chunkAlignment = chunkAlignment
    choice.keepsTimes = keepTimes
    choice.replaces = force
    choice.verification = verify ? .tables : .none
    return choice
  }
}
