/// The progress of a film that many machines encode: a pure value.
struct FilmProgress {
  private var shares: [Progress?]
  private var join: Progress?

  /// The share of the work that the joining is: sound is encoded in it, and the file written and verified.
  private static let joining = 0.05

  init(shareCount: Int) { shares = Array(repeating: nil, count: shareCount) }

  /// Notes the progress of a task; the last task joins.
  mutating func note(_ progress: Progress, of task: Int) {
    if shares.indices.contains(task) { shares[task] = progress } else { join = progress }
  }

  /// Notes that a task is done.
  mutating func didFinish(_ task: Int) {
    if shares.indices.contains(task) { shares[task]?.fraction = 1 }
  }

  /// Returns the progress of the whole.
  ///
  /// - Parameter seconds: the seconds since the job began.
  func progress(after seconds: Double) -> Progress {
    let encoded = shares.reduce(0) { $0 + ($1?.fraction ?? 0) } / Double(max(1, shares.count))
    let fraction = join.map { (1 - Self.joining) + Self.joining * $0.fraction } ?? (1 - Self.joining) * encoded
    let frames = shares.reduce(0) { $0 + ($1?.frames ?? 0) }
    return Progress(
      fraction: fraction, frames: join.map { max($0.frames, frames) } ?? frames,
      fps: seconds > 0 ? Double(frames) / seconds : 0, speed: join?.speed ?? 0,
      secondsLeft: fraction > 0 ? seconds * (1 - fraction) / fraction : nil, bytes: join?.bytes ?? 0)
  }
}
