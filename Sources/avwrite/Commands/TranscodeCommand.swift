internal import AVWritePipeline
internal import ArgumentParser

struct TranscodeCommand: ParsableCommand, RenditionOptions {
  static let configuration = CommandConfiguration(
    commandName: "transcode",
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
    // The parser takes an option that is followed by nothing for one that is not there.
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
    let exit: JobExit
    var hasBegun = false
    do throws(JobError) {
      let job = try job(with: others)
      for output in [required] + others.map(\.required) { try output.requireOneMachine() }
      // Beside media on the standard output there is no room for anything else.
      let streams = job.renditions.contains(where: \.isStream)
      if running.json && !streams || running.plan { try Console.requireOutput() }
      try running.limitMachine()
      if running.plan { return try printPlan(of: job) }
      hasBegun = true
      exit = try transcode(job) { events in
        let transcode = TranscodeJob(job, events: events)
        return Running(
          run: transcode.run, cancel: { transcode.cancel(signal: $0) }, progress: { transcode.progress })
      }
    } catch {
      Console.complain(error)
      // A job that has begun has its document already; beside media on the standard output there is no room for one.
      if running.json, !hasBegun, output != "-" { Console.deliver(failure: error) }
      throw ExitCode(error.exit.code)
    }
    if exit != .complete { throw ExitCode(exit.code) }
  }

  func printPlan(of job: JobDescription) throws(JobError) {
    try ProcessLimits.require()
    // Before any thread exists: what is tried leaves nothing behind.
    let signals = SignalWatcher()
    let appraisal = JobAppraisal(job)
    let questions = signals.watch(onInterrupt: { appraisal.cancel(signal: $0) }, onStatus: {})
    let (plans, forecast) = try withExtendedLifetime(questions) { () throws(JobError) in try appraisal.run() }
    let text = plans.text(for: job.renditions.map(\.output)) + forecast.text
    if !running.quiet { plans.warnings(about: job).forEach(Console.warn) }
    running.json ? Console.write(data: forecast.document(of: plans)) : Console.write(text)
  }

  /// A job that can be run, here or elsewhere.
  struct Running: Sendable {
    var run: @Sendable () -> Result<JobResult, JobError>
    var cancel: @Sendable (_ signal: Int32) -> Void
    var progress: @Sendable () -> Progress?
  }

  /// Runs a job, and shows what happens.
  ///
  /// - Parameter make: a closure that returns what runs, which tells its events to its argument. No thread exists before
  ///   it is called.
  /// - Returns: The exit of a job that has its output.
  func transcode(
    _ job: JobDescription, by make: (_ events: @escaping @Sendable (JobEvent) -> Void) throws(JobError) -> Running
  ) throws(JobError) -> JobExit {
    try ProcessLimits.require()
    // The watcher is made before any thread exists, so that every thread leaves the signals to it.
    let signals = SignalWatcher()
    let log = try running.openEvents(sparing: [input], replaces: force)
    // Beside media on the standard output, the document goes to the standard error, which then has nothing else.
    let saysNothing = running.json && job.renditions.contains(where: \.isStream)
    let display = ProgressDisplay(
      running.progressStyle, isQuiet: running.quiet || saysNothing, isVerbose: running.verbose)
    let transcode = try make { event in
      log?.write(event)
      display.show(event)
    }
    let questions = signals.watch(
      onInterrupt: transcode.cancel, onStatus: { display.showStatus(transcode.progress()) })
    let ending = withExtendedLifetime(questions) { transcode.run() }
    display.finish()
    if let problem = log?.problem { Console.warn("not all events could be written: \(problem)") }
    let undelivered = running.json ? deliver(ending, besideMedia: job.renditions.contains(where: \.isStream)) : nil
    switch ending {
    case .failure(let error):
      if let undelivered { Console.complain(undelivered) }
      throw error
    case .success(let result):
      if let undelivered { throw undelivered }
      return result.exit
    }
  }

  /// Writes the JSON document that was asked for. If that fails, the job is not undone, but the command fails.
  private func deliver(_ ending: Result<JobResult, JobError>, besideMedia: Bool) -> JobError? {
    if besideMedia {
      Console.draw(ending.document)
      return nil
    }
    do throws(JobError) {
      try Console.deliver(ending.document)
      return nil
    } catch {
      var error = error
      if case .success(let result) = ending {
        error.hint = "\(result.outputs.map(\.path).joined(separator: ", ")) is complete and in place"
      }
      return error
    }
  }
}
