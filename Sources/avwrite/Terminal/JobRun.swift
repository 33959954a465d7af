internal import AVWritePipeline
internal import ArgumentParser

/// A run of one job in the terminal: its plan is printed, or the job is run, with progress, events and the result.
struct JobRun {
  /// A job that can be run, on this machine or elsewhere.
  struct Work: Sendable {
    var run: @Sendable () -> Result<JobResult, JobError>
    var cancel: @Sendable (_ signal: Int32) -> Void
    var progress: @Sendable () -> Progress?
  }

  /// A function that returns the work of a job, which reports its events to the argument.
  typealias Maker = (_ events: @escaping @Sendable (JobEvent) -> Void) throws(JobError) -> Work

  private let running: RunningOptions
  private let replaces: Bool

  /// - Parameter replaces: true if a file of events that exists may be replaced.
  init(_ running: RunningOptions, replaces: Bool) { (self.running, self.replaces) = (running, replaces) }

  /// Runs the job that the options describe on this machine.
  ///
  /// - Parameters:
  /// - streams: true if the command names the standard output: no document can be printed there then.
  /// - description: a closure that returns the job.
  /// - Throws: `ExitCode`, after the error was printed.
  func here(streams: Bool = false, _ description: () throws(JobError) -> JobDescription) throws {
    try perform(streams: streams) { (begin) throws(JobError) in
      let job = try description()
      if running.json, !job.streams { try Console.requireOutput() }
      try running.limitMachine()
      return try exit(of: job, begin: begin) { events in
        let transcode = TranscodeJob(job, events: events)
        return Work(run: transcode.run, cancel: { transcode.cancel(signal: $0) }, progress: { transcode.progress })
      }
    }
  }

  /// Runs a job, or prints its plan. Ends the command if the exit code is not 0.
  ///
  /// - Parameters:
  /// - streams: true if the command names the standard output: no document can be printed there then.
  /// - job: a closure that returns the exit of the job. It calls its argument as soon as the job itself will print a
  ///   document at its end.
  /// - Throws: `ExitCode`, after the error was printed.
  func perform(streams: Bool = false, _ job: (_ begin: () -> Void) throws(JobError) -> JobExit) throws {
    let exit: JobExit
    var hasBegun = false
    do throws(JobError) {
      exit = try job { hasBegun = true }
    } catch {
      Console.complain(error, printsDocument: running.json && !hasBegun && !streams)
      throw ExitCode(error.exit.code)
    }
    if exit != .complete { throw ExitCode(exit.code) }
  }

  /// Prints the plan of a job if the options ask for it, or runs the job and shows its events.
  ///
  /// - Parameters:
  /// - begin: a closure that is called once the work is made.
  /// - make: a closure that makes the work. No thread exists before it is called.
  /// - Returns: The exit of a job that has its output.
  func exit(of job: JobDescription, begin: () -> Void, by make: Maker) throws(JobError) -> JobExit {
    try ProcessLimits.require()
    if running.plan {
      try Console.requireOutput()
      try printPlan(of: job)
      return .complete
    }
    // The watcher is made before any thread exists, so that every thread leaves the signals to it.
    let signals = SignalWatcher()
    let log = try running.openEvents(of: [job], replaces: replaces, continuing: signals.requireNone)
    // If media goes to the standard output, the document goes to the standard error, to which nothing else is written
    // then.
    let saysNothing = running.json && job.streams
    let display = ProgressDisplay(
      running.progressStyle, isQuiet: running.quiet || saysNothing, isVerbose: running.verbose)
    let work = try make { event in
      log?.write(event)
      display.show(event)
    }
    begin()
    let questions = signals.watch(onInterrupt: work.cancel, onStatus: { display.showStatus(work.progress()) })
    let ending = withExtendedLifetime(questions) { work.run() }
    display.finish()
    if let problem = log?.problem { Console.warn("not all events could be written: \(problem)") }
    let undelivered = running.json ? deliver(ending, besideMedia: job.streams) : nil
    switch ending {
    case .failure(let error):
      if let undelivered { Console.complain(undelivered) }
      throw error
    case .success(let result):
      if let undelivered { throw undelivered }
      return result.exit
    }
  }

  private func printPlan(of job: JobDescription) throws(JobError) {
    // The watcher is made before any thread exists. A signal must not leave files of the plan's trials behind.
    let signals = SignalWatcher()
    let appraisal = JobAppraisal(job)
    let questions = signals.watch(onInterrupt: { appraisal.cancel(signal: $0) }, onStatus: {})
    let (plans, forecast) = try withExtendedLifetime(questions) { () throws(JobError) in try appraisal.run() }
    let text = plans.text(for: job.renditions.map(\.output)) + forecast.text
    if !running.quiet { plans.warnings(about: job).forEach(Console.warn) }
    running.json ? Console.write(data: forecast.document(of: plans)) : Console.write(text)
  }

  /// Writes the JSON document that was asked for. If that fails, the output of the job stays, but the command fails.
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

extension JobDescription {
  /// A Boolean value that says whether media goes to the standard output, so that no document can be printed there.
  fileprivate var streams: Bool { renditions.contains(where: \.isStream) }
}
