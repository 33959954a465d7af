internal import AVWritePipeline
internal import ArgumentParser

struct TranscodeCommand: ParsableCommand, RenditionOptions {
  static let configuration = CommandConfiguration(
    commandName: "transcode", _superCommandName: Avwrite.name,
    abstract: "Transcodes one file into another.",
    discussion: """
      By default video becomes H.264 at CRF 23, speed medium. Compressed sound that the container can carry is copied; \
      other sound is encoded with the container's usual codec. The output is verified before it gets its name.

      With --also, one reading of IN makes several files, each with its own options:
      avwrite transcode IN hd.mp4 --also sd.mp4 --max-size 640x360 --also sound.m4a
      The options under Time and Running apply to all outputs, wherever they are given. --strip-location and \
      --strip-metadata of the first output apply to all outputs too. All other options apply to one output.
      """)

  @Argument(
    help: ArgumentHelp(
      "File, pattern of image files or http(s) URL to read. '-' is the standard input.", valueName: "IN"),
    completion: .file())
  var input: String

  @Argument(
    help: ArgumentHelp(
      "File to write. Its extension chooses the container. '-' is the standard output and needs --format.",
      valueName: "OUT"), completion: .file())
  var output: String

  @OptionGroup(title: "Preset") var preset: PresetOptions
  @OptionGroup(title: "Video") var video: VideoOptions
  @OptionGroup(title: "Audio") var audio: AudioOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Requirements") var required: RequirementOptions
  @OptionGroup(title: "File") var file: FileOptions

  @Flag(help: "Replace OUT if it exists.")
  var force = false

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  @Option(
    parsing: .remaining,
    help: ArgumentHelp(
      "Write another file from the same reading: its name, then its own options. May be repeated.",
      valueName: "OUT options"), completion: .file())
  var also: [String] = []

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is empty: give the name of a file.") }
    try requireOutput()
    // The parser treats an option without anything after it as absent.
    if CommandLine.arguments.last == "--also" { throw ValidationError("--also needs the name of a file after it.") }
    let others = try AlsoOptions.renditions(in: also)
    let whole = try JobOptions(time, running, and: others)
    if output == "-" || others.contains(where: { $0.output == "-" }), whole.running.events == .standardOutput {
      throw ValidationError("OUT - and --events - both write to the standard output: give --events a file or fd:N.")
    }
  }

  /// Returns the job that the options describe.
  ///
  /// - Throws: `JobError` of exit 64 or 78.
  func job(with others: [AlsoOptions]) throws(JobError) -> JobDescription {
    let outputs: [any RenditionOptions] = [self] + others
    let renditions = try outputs.map { (output) throws(JobError) in try output.rendition() }
    var job = JobDescription(input: input, renditions: renditions)
    job.sharePrivacy()
    try job.take(time, running)
    return job
  }

  mutating func run() throws {
    let others = try AlsoOptions.renditions(in: also)
    let whole = try JobOptions(time, running, and: others)
    (time, running) = (whole.time, whole.running)
    try JobRun(running, replaces: force).here(streams: output == "-") { () throws(JobError) in
      for output in [required] + others.map(\.required) { try output.requireOneMachine() }
      return try job(with: others)
    }
  }
}
