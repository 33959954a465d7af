internal import AVWritePipeline
internal import ArgumentParser

/// A run of one job in the terminal: its plan is printed, or it is done, with progress, events and the result.
struct JobRun {
  private let running: RunningOptions
  private let replaces: Bool

  /// - Parameter replaces: true if a file of events that exists may be replaced.
  init(_ running: RunningOptions, replaces: Bool) { (self.running, self.replaces) = (running, replaces) }

  /// Runs the job that the options describe.
  ///
  /// - Parameters:
  ///   - streams: true if the command names the standard output, beside whose media there is no room for a document.
  ///   - description: a closure that returns the job.
  /// - Throws: `ExitCode`, after the error was printed.
  func run(streams: Bool = false, _ description: () throws(JobError) -> JobDescription) throws {
    let exit: JobExit
    var hasBegun = false
    do throws(JobError) {
      let job = try description()
      // Beside media on the standard output there is no room for anything else.
      let streams = job.renditions.contains(where: \.isStream)
      if running.json && !streams || running.plan { try Console.requireOutput() }
      try running.limitProcessors()
      if running.plan { return try printPlan(of: job) }
      hasBegun = true
      exit = try transcode(job)
    } catch {
      Console.complain(error)
      // A job that has begun has its document already.
      if running.json, !hasBegun, !streams { Console.deliver(failure: error) }
      throw ExitCode(error.exit.code)
    }
    if exit != .complete { throw ExitCode(exit.code) }
  }

  private func printPlan(of job: JobDescription) throws(JobError) {
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

  /// - Returns: The exit of a job that has its output.
  private func transcode(_ job: JobDescription) throws(JobError) -> JobExit {
    try ProcessLimits.require()
    // The watcher is made before any thread exists, so that every thread leaves the signals to it.
    let signals = SignalWatcher()
    let log = try running.openEvents(sparing: job.inputs, replaces: replaces)
    // Beside media on the standard output, the document goes to the standard error, which then has nothing else.
    let saysNothing = running.json && job.renditions.contains(where: \.isStream)
    let display = ProgressDisplay(
      running.progressStyle, isQuiet: running.quiet || saysNothing, isVerbose: running.verbose)
    let transcode = TranscodeJob(job) { event in
      log?.write(event)
      display.show(event)
    }
    let questions = signals.watch(
      onInterrupt: { transcode.cancel(signal: $0) }, onStatus: { display.showStatus(transcode.progress) })
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
