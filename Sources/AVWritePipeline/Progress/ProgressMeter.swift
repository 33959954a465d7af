internal import Synchronization

/// Measures a running job, one pass after the other. May be used from any thread.
final class ProgressMeter: Sendable {
  let passes: JobPasses
  private let state = Mutex(State())

  private struct State {
    var pass = 0
    var start = ContinuousClock.now
    /// Of an encoder's further pass, whose speed is another, from its beginning.
    var forecast = Forecast()
    var furtherPass = 0
    var measure: (@Sendable () -> Measure?)?
  }

  init(_ passes: JobPasses) { self.passes = passes }

  /// Where the job stands; nil before there is anything to say of its first pass.
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

  /// A terminal is redrawn no more often than this, in seconds.
  private static let interval = 0.25

  /// Measures a pass while it runs, and tells the progress four times a second, on a queue of its own.
  ///
  /// - Parameters:
  ///   - pass: from 0; the last one's end is told too.
  ///   - measure: how far it is; called on any thread.
  ///   - report: never called any more when this returns.
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
      // The end is told once, when it has come.
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
