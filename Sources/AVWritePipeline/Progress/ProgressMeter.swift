internal import Synchronization

/// A meter of a running job, one pass after the other. It may be used from any thread.
final class ProgressMeter: Sendable {
  let passes: JobPasses
  private let state = Mutex(State())

  private struct State {
    var pass = 0
    var start = ContinuousClock.now
    /// The forecast of the pass. It begins anew with an encoder's further pass, which has another speed.
    var forecast = Forecast()
    var furtherPass = 0
    var measure: (@Sendable () -> Measure?)?
  }

  init(_ passes: JobPasses) { self.passes = passes }

  /// The progress of the job, or nil before there is anything to say of its first pass.
  var progress: Progress? {
    let measure = state.withLock { $0.measure }
    guard let measure = measure?() else { return nil }
    return state.withLock { state in
      let elapsed = state.start.secondsAgo
      if measure.furtherPass != state.furtherPass {
        (state.furtherPass, state.forecast) = (measure.furtherPass, Forecast())
      }
      if let work = measure.work { state.forecast.note(work, at: elapsed) }
      return Progress(
        measure, in: state.pass, of: passes, elapsed: elapsed, secondsLeft: state.forecast.secondsLeft)
    }
  }

  /// The time between two reports, in seconds: a terminal is redrawn no more often.
  private static let interval = 0.25

  /// Measures a pass while it runs, and reports the progress four times a second, on a queue of its own.
  ///
  /// - Parameters:
  ///   - pass: the number of the pass, from 0. The end of the last one is reported too.
  ///   - measure: a closure that returns how far the pass is; called on any thread.
  ///   - report: a closure that is given the progress. It is not called any more when this method returns.
  func measure(
    pass: Int, by measure: @escaping @Sendable () -> Measure?,
    reportingTo report: @escaping @Sendable (Progress) -> Void, _ work: () throws(JobError) -> Void
  ) throws(JobError) {
    state.withLock { state in
      state = State()
      state.pass = pass
      state.measure = measure
    }
    let ticker = Ticker(interval: Self.interval) { [self] in
      // The end is reported once, when it has come.
      if let progress, progress.fraction < 1 { report(progress) }
    }
    defer { ticker.cancel() }
    try work()
    ticker.cancel()
    guard pass == passes.count - 1, var progress else { return }
    (progress.fraction, progress.secondsLeft) = (1, 0)
    report(progress)
  }
}
