/// The progress of a film that many machines encode: a pure value.
struct FilmProgress {
  private let film: ClusterPlan.Film?
  /// The progress of each share in each pass.
  private var shares: [[Progress?]]
  private var join: Progress?

  /// The share of the work that the joining is: the file is written and verified in it.
  private static let joining = 0.05

  /// - Parameter film: the film, or nil for a batch, which has no progress of this kind.
  init(_ film: ClusterPlan.Film?) {
    self.film = film
    shares = Array(repeating: Array(repeating: nil, count: film?.shareCount ?? 0), count: film?.passCount ?? 0)
  }

  /// Notes the progress of a task. Sound is encoded beside the pictures, and counts nothing by itself.
  mutating func note(_ progress: Progress, of task: Int) {
    switch film?.part(of: task) {
    case .share(let share, let pass): shares[pass - 1][share] = progress
    case .joining: join = progress
    case .sound, nil: break
    }
  }

  /// Notes that a task is done.
  mutating func didFinish(_ task: Int) {
    guard case .share(let share, let pass) = film?.part(of: task) else { return }
    // A share without a segment tells no progress.
    var progress = shares[pass - 1][share] ?? Progress(fraction: 1, frames: 0, fps: 0, speed: 0, bytes: 0)
    progress.fraction = 1
    shares[pass - 1][share] = progress
  }

  /// Returns the progress of the whole.
  ///
  /// - Parameter seconds: the seconds since the job began.
  func progress(after seconds: Double) -> Progress {
    let encoded = zip(1..., shares).reduce(0) { sum, pass in
      let span = shares.count > 1 ? PassProgress.Shares.ofSegments.span(of: pass.0) : 0...1
      let done = pass.1.reduce(0) { $0 + ($1?.fraction ?? 0) } / Double(max(1, pass.1.count))
      return sum + done * (span.upperBound - span.lowerBound)
    }
    let fraction = join.map { (1 - Self.joining) + Self.joining * $0.fraction } ?? (1 - Self.joining) * encoded
    let frames = shares.joined().reduce(0) { $0 + ($1?.frames ?? 0) }
    return Progress(
      fraction: fraction, frames: join.map { max($0.frames, frames) } ?? frames,
      fps: seconds > 0 ? Double(frames) / seconds : 0, speed: join?.speed ?? 0,
      secondsLeft: fraction > 0 ? seconds * (1 - fraction) / fraction : nil, bytes: join?.bytes ?? 0)
  }
}
