internal import AVWritePipeline
internal import ArgumentParser

struct RunningOptions: ParsableArguments {
  @Option(help: "How progress is shown: a bar, lines, nothing, or whatever fits the terminal.")
  var progress = ProgressStyle.auto

  @Option(
    help: ArgumentHelp("Write events as NDJSON to fd:N, to '-' or to a file.", valueName: "TARGET"), completion: .file()
  )
  var events: EventTarget?

  @Flag(help: "Tell in each event when it was written.")
  var eventTimes = false

  @Flag(help: "Print the result as one JSON document.")
  var json = false

  @Flag(
    help: "Print what would be done, how large the output would be and how long it would take, after a short trial.")
  var plan = false

  @Flag(name: .shortAndLong, help: "Print errors alone.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print the plan and every fact that is kept.")
  var verbose = false

  @Flag(help: "Read at the source's own pace, encode with little delay, and drop what comes too fast (exit 82).")
  var realTime = false

  @Option(help: "What becomes of a damaged input: an error, or what is readable and a list of what is lost (exit 82).")
  var onDamage = DamagePolicy.fail

  @Option(
    help: ArgumentHelp(
      "Work for this many processors; never changes the result. (default: as many as there are)", valueName: "N"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Encode only as many segments at once as fit this memory, such as 4G; never changes the result. "
        + "(default: three quarters of what there is)", valueName: "SIZE"))
  var memory: ByteCount?

  @Option(
    help: ArgumentHelp("Where the standard input is spooled. (default: beside OUT)", valueName: "FOLDER"),
    completion: .directory)
  var tempDir: String?

  func validate() throws {
    if tempDir?.hasRawBytes == true { throw ValidationError("--temp-dir is a name in UTF-8.") }
    if let threads, threads < 1 { throw ValidationError("--threads is a number from 1.") }
  }

  /// Checks the options of the whole job, also those after an `--also`.
  ///
  /// - Throws: `ValidationError` for options that contradict each other.
  func requireConsistency() throws {
    if json, events == .standardOutput {
      throw ValidationError("--json and --events - both want the standard output.")
    }
    if eventTimes, events == nil { throw ValidationError("--event-times is about --events.") }
    if quiet, verbose { throw ValidationError("-q and -v exclude each other.") }
  }

  var progressStyle: ProgressStyle { quiet ? .none : progress }

  /// Limits the processors and the memory. It is called before any thread is started: threads inherit their maker's
  /// processors.
  func limitMachine() throws(JobError) {
    if let threads { try MachineLimits.limitProcessors(to: threads) }
    if let memory { MachineLimits.limitMemory(to: memory) }
  }

  func openEvents(sparing inputs: [String], replaces: Bool) throws(JobError) -> EventLog? {
    switch events {
    case nil: return nil
    case .standardOutput: return try EventLog(descriptor: 1, timesEvents: eventTimes)
    case .descriptor(let number): return try EventLog(descriptor: number, timesEvents: eventTimes)
    case .file(let path):
      return try EventLog(path: path, replaces: replaces, sparing: inputs, timesEvents: eventTimes)
    }
  }
}
