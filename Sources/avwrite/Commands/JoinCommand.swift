internal import AVWritePipeline
internal import ArgumentParser

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", _superCommandName: Avwrite.name,
    abstract: "Makes one file of several that follow each other.",
    discussion: """
      Samples are copied where a file has the codec, size and sample rate of the first one, and OUT can say where one ends \
      and the next begins: mov, mp4, m4v and m4a can. The pictures or the sound of a file that differs are encoded as the \
      first one's are; where that cannot be, the whole track is encoded. The plan says which, and why. Sound is gapless: \
      the padding of encoders is not played.

      OUT has the tracks, the metadata and the properties of the first file, and the chapters of all. Whatever else the \
      others have is listed. The output is verified before it gets its name.
      """)

  @Argument(help: ArgumentHelp("Files to join, in this order: two or more.", valueName: "IN"), completion: .file())
  var inputs: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("File to write. Its extension chooses the container.", valueName: "OUT"), completion: .file())
  var output: String

  @OptionGroup(title: "File") var file: FileOptions

  @Flag(help: "Replace OUT if it exists.")
  var force = false

  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    if inputs.count < 2 { throw ValidationError("join needs two files or more.") }
    if inputs.contains(where: \.isEmpty) { throw ValidationError("IN is empty: give the name of a file.") }
    if output.isEmpty { throw ValidationError("OUT is empty: give the name of a file.") }
    if file.fragment != nil { throw ValidationError("--fragment has no place for the seams of join.") }
    try running.requireConsistency()
  }

  func run() throws {
    try JobRun(running, replaces: force).here { () throws(JobError) in
      try JobDescription(inputs[0], .join(Array(inputs.dropFirst())), output, file, running, replaces: force)
    }
  }
}
