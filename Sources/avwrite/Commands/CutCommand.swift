internal import AVWritePipeline
internal import ArgumentParser

struct CutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut", _superCommandName: Avwrite.name,
    abstract: "Takes a part of a file, exact to the picture, almost without encoding.",
    discussion: """
      Whole groups of pictures are copied. Only the pictures from the cut to the next random-access point are encoded, and \
      at the end those that refer to pictures behind it. Sound is copied and cut to the sample in mov, mp4, m4v and m4a, \
      whose edit lists can say so, and encoded elsewhere. The plan says what is encoded.

      H.264 and HEVC are cut so; codecs whose pictures all stand alone need nothing encoded. Others exit 69, and --snap \
      moves the ends to the nearest places where nothing has to be encoded. The output is verified before it gets its name.
      """)

  @Argument(
    help: ArgumentHelp("File or http(s) URL to read. '-' is the standard input.", valueName: "IN"), completion: .file())
  var input: String

  @Argument(
    help: ArgumentHelp("File to write. Its extension chooses the container.", valueName: "OUT"), completion: .file())
  var output: String

  @Option(help: ArgumentHelp("Start of the part: seconds, hh:mm:ss.mmm or a timecode.", valueName: "TIME"))
  var from: TimePoint?

  @Option(help: ArgumentHelp("End of the part, written like --from.", valueName: "TIME"))
  var to: TimePoint?

  @Flag(help: "Move both ends to the nearest places where no picture has to be encoded.")
  var snap = false

  @OptionGroup(title: "File") var file: FileOptions

  @Flag(help: "Replace OUT if it exists.")
  var force = false

  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is empty: give the name of a file.") }
    if output.isEmpty { throw ValidationError("OUT is empty: give the name of a file.") }
    if from == nil, to == nil { throw ValidationError("cut needs --from, --to or both.") }
    try running.requireConsistency()
  }

  func run() throws {
    try JobRun(running, replaces: force).here(streams: output == "-") { () throws(JobError) in
      var job = try JobDescription(input, .cut(snaps: snap), output, file, running, replaces: force)
      job.time = TimeSelection(start: from, end: to.map { .at($0) })
      return job
    }
  }
}
