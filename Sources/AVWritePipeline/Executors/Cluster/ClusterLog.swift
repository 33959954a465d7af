internal import Synchronization

/// The events of a task, in a file that another machine reads over a network. It may be used from any thread.
final class ClusterLog: Sendable {
  private let log: EventLog
  /// The times of the last lines about the progress of jobs, by their numbers.
  private let last = Mutex<[Int: ContinuousClock.Instant]>([:])

  /// The seconds between two lines of a job's progress.
  private static let interval = 2.0

  init(_ log: EventLog) { self.log = log }

  /// Writes an event; one of progress only some time after the last.
  func write(_ event: BatchEvent) {
    if case .job(let number, .progress) = event {
      let isSoon = last.withLock { last in
        if let former = last[number], former.secondsAgo < Self.interval { return true }
        last[number] = .now
        return false
      }
      if isSoon { return }
    }
    log.write(event)
  }

  /// A Boolean value that says whether an event could not be written.
  var hasProblem: Bool { log.problem != nil }
}
