internal import AVWritePipeline
internal import ArgumentParser

struct RunningOptions: ParsableArguments {
  @Option(help: "Progress display. auto: a bar on a terminal, otherwise none.")
  var progress = ProgressStyle.auto

  @Option(
    help: ArgumentHelp(
      "Write events as NDJSON to a file, to '-' (the standard output) or to the open descriptor fd:N.",
      valueName: "TARGET"), completion: .file()
  )
  var events: EventTarget?

  @Flag(help: "Add to each event the time at which it was written.")
  var eventTimes = false

  @Flag(help: "Print the result as one JSON document.")
  var json = false

  @Flag(
    help: "Print what would be done, and estimate the output's size and the time from a short trial. Writes no output.")
  var plan = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print the plan and every fact that is kept.")
  var verbose = false

  @Flag(
    help: "Read at playback speed, encode with low delay, and drop pictures when the encoder is too slow (exit 82).")
  var realTime = false

  @Option(help: "Handling of damaged input. fail: stop. salvage: write what is readable and list the losses (exit 82).")
  var onDamage = DamagePolicy.fail

  @Option(
    help: ArgumentHelp(
      "Largest number of processors to use. The result does not depend on it. (default: all)", valueName: "N"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Largest amount of memory that segments encoded at once may need, such as 4G. The result does not depend on it. "
        + "(default: three quarters of the memory available)", valueName: "SIZE"))
  var memory: ByteCount?

  @Option(
    help: ArgumentHelp(
      "Folder for a temporary copy of the standard input. (default: OUT's folder)", valueName: "FOLDER"),
    completion: .directory)
  var tempDir: String?

  func validate() throws {
    if tempDir?.hasRawBytes == true { throw ValidationError("--temp-dir must be UTF-8 text.") }
    if let threads, threads < 1 { throw ValidationError("--threads is a number of 1 or more.") }
  }

  /// Checks the options of the whole job, also those after an `--also`.
  ///
  /// - Throws: `ValidationError` for options that contradict each other.
  func requireConsistency() throws {
    if json, events == .standardOutput {
      throw ValidationError("--json and --events - both write to the standard output: give --events a file or fd:N.")
    }
    if eventTimes, events == nil { throw ValidationError("--event-times needs --events.") }
    if plan, events != nil { throw ValidationError("--events has no effect with --plan.") }
    if quiet, verbose { throw ValidationError("-q and -v exclude each other.") }
    if quiet, progress == .bar || progress == .lines {
      throw ValidationError("-q and --progress \(progress.rawValue) exclude each other.")
    }
  }

  var progressStyle: ProgressStyle { quiet ? .none : progress }

  /// Limits the processors and the memory. It is called before any thread is started, since a thread inherits the
  /// processors of the thread that starts it.
  func limitMachine() throws(JobError) {
    if let threads { try MachineLimits.limitProcessors(to: threads) }
    if let memory { MachineLimits.limitMemory(to: memory) }
  }

  /// Opens the log of the events of jobs. Returns nil if none was asked for.
  ///
  /// - Parameters:
  /// - replaces: true if a log that exists may be replaced.
  /// - check: a closure that is called while a FIFO waits for its reader. An error of it ends the wait.
  func openEvents(
    of jobs: [JobDescription], replaces: Bool, continuing check: () throws(JobError) -> Void
  ) throws(JobError) -> EventLog? {
    switch events {
    case nil: return nil
    case .standardOutput: return try EventLog(descriptor: 1, timesEvents: eventTimes)
    case .descriptor(let number): return try EventLog(descriptor: number, timesEvents: eventTimes)
    case .file(let path):
      return try EventLog(
        path: path, replaces: replaces, sparing: jobs.flatMap(\.readPaths), besides: jobs.flatMap(\.outputPaths),
        timesEvents: eventTimes, continuing: check)
    }
  }
}
