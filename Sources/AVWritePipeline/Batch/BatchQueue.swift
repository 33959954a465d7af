/// The order of a batch's jobs, and the endings of those that are over: a pure value.
struct BatchQueue {
  /// The ending of each job, by its place, or nil while it waits or runs.
  private(set) var endings: [BatchReport.Ending?]
  /// The number of jobs that ended complete, that were skipped, and that ended otherwise.
  private(set) var counts = (done: 0, skipped: 0, failed: 0)
  private let stopsAtFailure: Bool
  private var nextPlace = 0
  /// A Boolean value that says whether no job begins any more.
  private(set) var isStopped = false

  init(jobCount: Int, stopsAtFailure: Bool) {
    endings = Array(repeating: nil, count: jobCount)
    self.stopsAtFailure = stopsAtFailure
  }

  /// Returns the index of the job that begins now, or nil if no further job may begin.
  mutating func next() -> Int? {
    guard !isStopped, nextPlace < endings.count else { return nil }
    defer { nextPlace += 1 }
    return nextPlace
  }

  mutating func didEnd(_ place: Int, _ ending: BatchReport.Ending) {
    endings[place] = ending
    if ending == .notStarted { return }
    if ending.exit != .complete {
      counts.failed += 1
    } else if ending.state == .skipped {
      counts.skipped += 1
    } else {
      counts.done += 1
    }
    if stopsAtFailure, ending.exit != .complete { isStopped = true }
  }

  /// Lets no job begin any more.
  mutating func stop() { isStopped = true }

  /// The endings of all jobs after the last ended; jobs that never began count as not started.
  var finalEndings: [BatchReport.Ending] { endings.map { $0 ?? .notStarted } }
}
