internal import Foundation
internal import Synchronization

/// The board of a batch: which jobs wait, run and are over. It may be used from any thread.
final class BatchBoard: Sendable {
  let batch: BatchDescription
  private let events: @Sendable (BatchEvent) -> Void
  let state: Mutex<State>
  /// The size of each job's input in bytes, by its place.
  let sizes: [Double]

  struct State {
    var queue: BatchQueue
    /// The running jobs, by their places.
    var running: [Int: Running] = [:]
    /// The seconds that each ended job took, by its index. They are nil for other jobs.
    var seconds: [Double?]
    /// The work of each job, by its place.
    var works: [Appraisal]
    /// The number of jobs that run at once, as far as it is known.
    var workers: Int
    /// The processor time of jobs in other processes, in seconds.
    var processorSeconds = 0.0
    var signal: Int32?

    init(_ batch: BatchDescription) {
      queue = BatchQueue(jobCount: batch.jobs.count, stopsAtFailure: batch.stopsAtFailure)
      seconds = Array(repeating: nil, count: batch.jobs.count)
      works = Array(repeating: .pending, count: batch.jobs.count)
      workers = batch.workerCount
    }
  }

  /// The knowledge of a job's work.
  enum Appraisal {
    case pending
    /// The work was looked for, or nil if nothing can be known before the job runs.
    case done(Double?)

    var work: Double? { if case .done(let work) = self { work } else { nil } }
    var isPending: Bool { if case .pending = self { true } else { false } }
  }

  struct Running {
    /// The last progress that the job reported, or nil before the first report.
    var progress: Progress?
    let start = ContinuousClock.now
  }

  /// - Parameter events: a closure that is called from any threads, from several at once.
  init(_ batch: BatchDescription, events: @escaping @Sendable (BatchEvent) -> Void) {
    self.batch = batch
    self.events = events
    sizes = batch.jobs.map { Double(stat(path: $0.description.input, followingLinks: true)?.st_size ?? 0) }
    state = Mutex(State(batch))
  }

  /// Takes the next job, which begins now.
  ///
  /// - Returns: Its place, or nil if none begins any more.
  func next() -> Int? {
    state.withLock { state in
      let place = state.queue.next()
      if let place { state.running[place] = Running() }
      return place
    }
  }

  /// Notes an event of a job, and passes it on. The job begins with its first event, unless it was taken, and ends with
  /// a result, an error or its being skipped. Events of a job that is over are left out.
  func note(_ event: BatchEvent) {
    guard let number = event.job else { return events(event) }
    let place = number - 1
    let ending = event.ending
    let isNews = state.withLock { state in
      guard state.queue.endings.indices.contains(place), state.queue.endings[place] == nil else { return false }
      if state.running[place] == nil { state.running[place] = Running() }
      if case .job(_, let event) = event { state.note(event, of: place) }
      if let ending { state.end(place, ending) }
      return true
    }
    if isNews { events(event) }
  }

  /// Notes that a job that was taken did not begin, because the batch was cancelled.
  func giveBack(_ place: Int) { state.withLock { $0.end(place, .notStarted) } }

  /// Prevents further jobs from beginning.
  ///
  /// - Parameter signal: the signal that asked for it, or nil if none did.
  func stop(signal: Int32? = nil) {
    state.withLock { state in
      state.signal = state.signal ?? signal
      state.queue.stop()
    }
  }

  /// Adds the processor time of jobs in another process.
  func add(processorSeconds: Double) { state.withLock { $0.processorSeconds += processorSeconds } }

  /// Returns whether a job runs, or has ended.
  func hasBegun(_ number: Int) -> Bool {
    state.withLock { $0.running[number - 1] != nil || $0.queue.endings[number - 1] != nil }
  }

  /// The numbers of the running jobs, in their order.
  var runningJobs: [Int] { state.withLock { $0.running.keys.map { $0 + 1 } }.sorted() }

  /// A Boolean value that says whether every job has ended.
  var isOver: Bool { state.withLock { !$0.queue.endings.contains(nil) } }

  /// A Boolean value that says whether no job begins any more.
  var isStopped: Bool { state.withLock { $0.queue.isStopped } }

  func report(_ clock: JobClock) -> BatchReport {
    let (queue, signal, others) = state.withLock { ($0.queue, $0.signal, $0.processorSeconds) }
    let jobs = zip(batch.jobs, queue.finalEndings).map { job, ending in
      BatchReport.Job(
        input: job.description.input, outputs: job.description.renditions.map(\.output), ending: ending)
    }
    return BatchReport(
      jobs: jobs, signal: signal, processorSeconds: clock.processorSeconds + others, wallSeconds: clock.wallSeconds)
  }
}

extension BatchBoard.State {
  fileprivate mutating func note(_ event: JobEvent, of place: Int) {
    switch event {
    // The plans tell the work, unless they come from another process.
    case .start(let start) where !start.plans.isEmpty: works[place] = .done(start.plans.work)
    case .progress(let progress): running[place]?.progress = progress
    case .start, .warning, .error, .result: break
    }
  }

  fileprivate mutating func end(_ place: Int, _ ending: BatchReport.Ending) {
    seconds[place] = running.removeValue(forKey: place)?.start.secondsAgo
    queue.didEnd(place, ending)
  }
}

extension BatchEvent {
  /// The number of the job that the event is of, or nil for an event of the whole batch.
  var job: Int? {
    switch self {
    case .job(let number, _), .skipped(let number, _, _, _): number
    case .overview, .report: nil
    }
  }

  /// The ending of a job whose last event this is, or nil for other events.
  var ending: BatchReport.Ending? {
    switch self {
    case .job(_, .result(let result)): BatchReport.Ending(.success(result))
    case .job(_, .error(let error)): .failed(error)
    case .skipped(_, _, let outputs, let exit): .skipped(outputs, exit)
    case .job, .overview, .report: nil
    }
  }
}
