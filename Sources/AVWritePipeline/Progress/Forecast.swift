/// Foretells when work ends, from how much of it was done when: a pure value.
///
/// What was done before the first observation counts for nothing: files are opened, and encoders filled, before anything
/// comes out of them.
struct Forecast: Sendable {
  private var costs = WorkCosts()
  private var last: (work: Work, seconds: Double)?
  /// What was left then, as a share of all.
  private var left = Work()

  /// Less of the work than this says nothing about the rest.
  private static let leastWork = 0.01

  /// - Parameter seconds: since the work began.
  mutating func note(_ work: WorkDone, at seconds: Double) {
    guard work.done.total > 0, work.whole.total > 0 else { return }
    let scale = 1 / work.whole.total
    let done = work.done * scale
    if let last {
      let piece = done - last.work
      // Where nothing was done, the time belongs to what comes next.
      guard piece.intake >= 0, piece.output >= 0, piece.total > 0 else { return }
      costs.note(piece, seconds: seconds - last.seconds)
    }
    last = (done, seconds)
    left = (work.whole - work.done) * scale
  }

  /// From the last observation on; nil while nothing can be said.
  var secondsLeft: Double? { costs.work >= Self.leastWork ? costs.seconds(for: left).map { max(0, $0) } : nil }
}
