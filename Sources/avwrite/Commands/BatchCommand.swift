internal import AVWritePipeline
internal import ArgumentParser

struct BatchCommand: ParsableCommand, SettingsOptions {
  static let configuration = CommandConfiguration(
    commandName: "batch", _superCommandName: Avwrite.name,
    abstract: "Transcodes many files in one process.",
    discussion: """
      Each input becomes one output, as with transcode and the same options, or several with --jobs:
      avwrite batch recordings --output-dir web --max-size 1280x720
      find . -name '*.wav' -print0 | avwrite batch --from - -0 --output-dir mp3 --format mp3

      To resume a batch that was stopped or killed, run the same command again. Outputs that are complete are not made \
      again.

      If one job fails, the others still run. Exit codes: 0 if all jobs are complete, else 1; --json has the code of \
      each job. Jobs are refused before any work if two have the same output (64) or an output is an input (73).
      """)

  @OptionGroup var inputs: BatchInputOptions
  @OptionGroup(title: "Batch") var outputs: BatchOutputOptions

  @Option(
    help: ArgumentHelp(
      "Number of jobs that run at once, 1 to 256. (default: one for each processor, but at most 8)", valueName: "N"))
  var workers: Int?

  @Flag(help: "Start no more jobs after one has failed.")
  var failFast = false

  @Flag(
    inversion: .prefixedNo,
    help: "Skip a job whose output exists, under any name, made from the same contents with the same settings.")
  var skipExisting = true

  @OptionGroup(title: "Preset") var preset: PresetOptions
  @OptionGroup(title: "Video") var video: VideoOptions
  @OptionGroup(title: "Audio") var audio: AudioOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Requirements") var required: RequirementOptions
  @OptionGroup(title: "File") var file: FileOptions

  @Flag(help: "Replace outputs that exist.")
  var force = false

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    if let workers, !(1...256).contains(workers) { throw ValidationError("--workers is a number from 1 to 256.") }
    try running.requireConsistency()
  }

  /// Returns the batch that the options describe.
  ///
  /// - Throws: `JobError` of exit 64, 66 or 78.
  func batch() throws(JobError) -> BatchDescription {
    // The outputs get their names from their inputs.
    var rendition = try rendition(to: "")
    rendition.describingPaths += inputs.describingPaths
    var job = JobDescription(input: "", renditions: [rendition])
    try job.take(time, running)
    let output = BatchJob.Output(outputs.naming, rendition)
    var batch = BatchDescription(jobs: try inputs.jobs(output, like: job))
    batch.workers = workers
    batch.stopsAtFailure = failFast
    batch.skipsExisting = skipExisting
    batch.leaveOutOwnOutputs()
    batch.refuseSharedOutputs()
    return batch
  }

  func run() throws {
    let code: Int32
    var hasBegun = false
    do throws(JobError) {
      if running.json || running.plan { try Console.requireOutput() }
      try required.requireOneMachine()
      try running.limitMachine()
      let batch = try batch()
      if !running.plan { try ProcessLimits.require(jobs: batch.workerCount) }
      if running.plan {
        code = printPlan(of: batch)
      } else {
        code = try transcode(batch) { events in
          hasBegun = true
          return BatchRunner(batch, events: events)
        }
      }
    } catch {
      // A batch that has begun prints a document by itself.
      Console.complain(error, printsDocument: running.json && !hasBegun)
      throw ExitCode(error.exit.code)
    }
    if code != JobExit.complete.code { throw ExitCode(code) }
  }

  /// - Returns: The exit code of the process.
  func printPlan(of batch: BatchDescription) -> Int32 {
    let outlooks = batch.outlooks()
    running.json ? Console.write(data: batch.document(of: outlooks)) : Console.write(batch.text(of: outlooks))
    let isRefused = outlooks.contains { if case .refused = $0 { true } else { false } }
    return isRefused ? BatchReport.failureCode : JobExit.complete.code
  }

  /// Runs a batch, and shows its events.
  ///
  /// - Parameter makeRunner: a closure that returns the runner, which reports its events to the closure's argument. No
  ///   thread exists before it is called.
  /// - Returns: The exit code of the process.
  func transcode(
    _ batch: BatchDescription,
    by makeRunner: (_ events: @escaping @Sendable (BatchEvent) -> Void) throws(JobError) -> BatchRunner
  ) throws(JobError) -> Int32 {
    // The watcher is made before any thread exists, so that every thread leaves the signals to it.
    let signals = SignalWatcher()
    let log = try running.openEvents(
      of: batch.jobs.map(\.description), replaces: force, continuing: signals.requireNone)
    let display = BatchDisplay(running.progressStyle, isQuiet: running.quiet, isVerbose: running.verbose)
    let runner = try makeRunner { event in
      log?.write(event)
      display.show(event)
    }
    let questions = signals.watch(
      onInterrupt: { runner.cancel(signal: $0) }, onInsistence: { runner.endProcess(signal: $0) },
      onStatus: { display.showStatus(runner.overview) })
    let report = withExtendedLifetime(questions) { runner.run() }
    if let problem = log?.problem { Console.warn("not all events could be written: \(problem)") }
    if running.json { try Console.deliver(report.document) }
    return report.exitCode
  }
}

extension BatchCommand {
  /// Returns whether arguments ask for a batch, here or on a cluster: its inputs may have any names.
  static func isMeant(by arguments: some Sequence<String>) -> Bool {
    let words = Array(arguments.prefix(2))
    let name = configuration.commandName
    return words.first == name || words == [ClusterCommand.configuration.commandName, name]
  }
}
