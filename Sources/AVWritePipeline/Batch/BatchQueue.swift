/// Which job of a batch is next, and how those before it ended: a pure value.
struct BatchQueue {
  /// How each job ended, by its place; nil while it waits or runs.
  private(set) var endings: [BatchReport.Ending?]
  private(set) var runningCount = 0
  /// How many ended: complete, skipped, and otherwise.
  private(set) var counts = (done: 0, skipped: 0, failed: 0)
  private let stopsAtFailure: Bool
  private var nextPlace = 0
  private var isStopped = false

  init(jobCount: Int, stopsAtFailure: Bool) {
    endings = Array(repeating: nil, count: jobCount)
    self.stopsAtFailure = stopsAtFailure
  }

  /// The place of the job that begins now; nil where none begins any more.
  mutating func next() -> Int? {
    guard !isStopped, nextPlace < endings.count else { return nil }
    defer { nextPlace += 1 }
    runningCount += 1
    return nextPlace
  }

  mutating func didEnd(_ place: Int, _ ending: BatchReport.Ending) {
    endings[place] = ending
    runningCount -= 1
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

  /// How each ended after the last; those that never began did not start.
  var finalEndings: [BatchReport.Ending] { endings.map { $0 ?? .notStarted } }
}
