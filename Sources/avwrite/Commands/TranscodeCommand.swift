internal import AVWritePipeline
internal import ArgumentParser

struct TranscodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcode",
    abstract: "Transcodes one file into another.",
    discussion: """
      Video becomes H.264 at CRF 23, medium. Audio in the container's usual codec passes through; other audio is \
      encoded in it. The output is verified before it gets its name.
      """)

  @Argument(help: ArgumentHelp("The file or http(s) URL to read; '-' is the standard input.", valueName: "IN"))
  var input: String

  @Argument(help: ArgumentHelp("The file to write; its extension names the container.", valueName: "OUT"))
  var output: String

  @OptionGroup(title: "Video") var video: VideoOptions
  @OptionGroup(title: "Audio") var audio: AudioOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "File") var file: FileOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    if input.isEmpty || output.isEmpty { throw ValidationError("IN and OUT are names of files.") }
    if output == "-" { throw ValidationError("OUT is a file; this build does not write to a pipe.") }
    if running.json, running.events == .standardOutput {
      throw ValidationError("--json and --events - both want the standard output.")
    }
  }

  /// The options as a job.
  private var job: JobDescription {
    var job = JobDescription(input: input, output: output)
    job.format = file.format
    job.video = video.choice
    job.audio = audio.choice
    job.tracks = tracks.tracks
    job.drops = Set(tracks.drop)
    job.copies = Set(tracks.copy)
    job.time = time.selection
    job.file = file.choice
    job.temporaryDirectory = running.tempDir
    return job
  }

  func run() throws {
    let exit: JobExit
    do throws(JobError) {
      if running.json || running.plan { try Console.requireOutput() }
      try running.limitProcessors()
      if running.plan { return try printPlan() }
      exit = try transcode()
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
    if exit != .complete { throw ExitCode(exit.code) }
  }

  private func printPlan() throws(JobError) {
    let plan = try TranscodeJob(job).plan()
    Console.write(running.json ? plan.document : plan.text)
  }

  /// - Returns: how a job ended that has its output.
  private func transcode() throws(JobError) -> JobExit {
    try ProcessLimits.require()
    // Before any thread exists, so that every thread leaves the signals to the watcher.
    let signals = SignalWatcher()
    let log = try running.openEvents(sparing: input, replaces: file.force)
    let display = ProgressDisplay(running.progressStyle, isQuiet: running.quiet, isVerbose: running.verbose)
    let transcode = TranscodeJob(job) { event in
      log?.write(event)
      display.show(event)
    }
    let questions = signals.watch(
      onInterrupt: { transcode.cancel(signal: $0) }, onStatus: { display.showStatus(transcode.progress) })
    let ending = withExtendedLifetime(questions) { transcode.run() }
    display.finish()
    if let problem = log?.problem { Console.warn("not all events could be written: \(problem)") }
    let undelivered = running.json ? deliver(ending) : nil
    switch ending {
    case .failure(let error):
      if let undelivered { Console.complain(undelivered) }
      throw error
    case .success(let result):
      if let undelivered { throw undelivered }
      return result.exit
    }
  }

  /// Writes the JSON that was asked for. A job is not undone where nobody takes its result, but has not done all.
  private func deliver(_ ending: Result<JobResult, JobError>) -> JobError? {
    do throws(JobError) {
      try Console.deliver(ending.document)
      return nil
    } catch {
      var error = error
      if case .success(let result) = ending { error.hint = "\(result.path) is there all the same" }
      return error
    }
  }
}
