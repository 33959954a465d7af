/// A forecast of when work ends, from the times at which its parts were done: a pure value.
///
/// Work before the first observation does not count: files are opened, and encoders filled, before any output.
struct Forecast: Sendable {
  private var costs = WorkCosts()
  private var last: (work: Work, seconds: Double)?
  /// The work that was left at the last observation, as a share of all.
  private var left = Work()

  /// The least share of the work from which a forecast is made. Less says nothing about the rest.
  private static let leastWork = 0.01

  /// - Parameter seconds: the seconds since the work began.
  mutating func note(_ work: WorkDone, at seconds: Double) {
    guard work.done.total > 0, work.whole.total > 0 else { return }
    let scale = 1 / work.whole.total
    let done = work.done * scale
    if let last {
      let piece = done - last.work
      // If nothing was done, the time belongs to what comes next.
      guard piece.intake >= 0, piece.output >= 0, piece.total > 0 else { return }
      costs.note(piece, seconds: seconds - last.seconds)
    }
    last = (done, seconds)
    left = (work.whole - work.done) * scale
  }

  /// The seconds left, from the last observation on, or nil while nothing can be said.
  var secondsLeft: Double? { costs.work >= Self.leastWork ? costs.seconds(for: left).map { max(0, $0) } : nil }
}
