internal import Foundation
internal import Synchronization

/// A runner that does the jobs of a batch, some at once.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
public final class BatchRunner: Sendable {
  let batch: BatchDescription
  private let events: @Sendable (BatchEvent) -> Void
  let state: Mutex<State>
  private let finished: FinishedOutputs?
  private let folders = OutputFolders()
  /// The size of each job's input in bytes, by its place.
  let sizes: [Double]

  struct State {
    var queue: BatchQueue
    /// The running jobs, by their places.
    var running: [Int: Running] = [:]
    /// The seconds that each ended job took, by its place; nil for the others.
    var seconds: [Double?]
    /// The work of each job, by its place.
    var works: [Appraisal]
    var signal: Int32?

    init(_ batch: BatchDescription) {
      queue = BatchQueue(jobCount: batch.jobs.count, stopsAtFailure: batch.stopsAtFailure)
      seconds = Array(repeating: nil, count: batch.jobs.count)
      works = Array(repeating: .pending, count: batch.jobs.count)
    }
  }

  /// The knowledge of a job's work.
  enum Appraisal {
    case pending
    /// The work was looked for; nil where nothing can be known before the job runs.
    case done(Double?)

    var work: Double? { if case .done(let work) = self { work } else { nil } }
    var isPending: Bool { if case .pending = self { true } else { false } }
  }

  struct Running {
    /// The job itself; nil while its outputs from earlier runs are looked for.
    var job: TranscodeJob?
    let start = ContinuousClock.now
  }

  /// - Parameters:
  ///   - batch: the jobs, no two of which write to one file (`refuseSharedOutputs`).
  ///   - events: a closure that is called from the jobs' threads, from several at once; the last call has `report`.
  public init(_ batch: BatchDescription, events: @escaping @Sendable (BatchEvent) -> Void = { _ in }) {
    self.batch = batch
    self.events = events
    finished = batch.skipsExisting ? FinishedOutputs(batch) : nil
    sizes = batch.jobs.map { Double(stat(path: $0.description.input, followingLinks: true)?.st_size ?? 0) }
    state = Mutex(State(batch))
  }

  /// Encoders of C libraries expect a stack like a main thread's.
  private static let stackSize = 8 << 20
  /// The least time between two overviews, in seconds: a terminal is redrawn no more often.
  private static let overviewInterval = 0.25

  /// Does all jobs. A failed job stops no other unless the batch is to stop at it; jobs that run by then still end.
  public func run() -> BatchReport {
    let clock = JobClock()
    if finished != nil { removeAbandoned() }
    let ticker = Ticker(interval: Self.overviewInterval) { [self] in
      appraise()
      events(.overview(overview))
    }
    let workers = DispatchGroup()
    for number in 1...batch.workerCount {
      workers.enter()
      let thread = Thread { [self] in
        while let place = begin() { end(place, perform(place)) }
        workers.leave()
      }
      thread.name = "avwrite job \(number)"
      thread.stackSize = Self.stackSize
      thread.start()
    }
    workers.wait()
    ticker.cancel()
    folders.removeEmpty()
    let report = report(clock)
    events(.report(report))
    return report
  }

  /// Ends the batch soon: running jobs are cancelled, and nothing begins any more. Finished outputs stay.
  public func cancel(signal: Int32) {
    let running = state.withLock { state in
      if state.signal == nil { state.signal = signal }
      state.queue.stop()
      return state.running.values.compactMap(\.job)
    }
    for job in running { job.cancel(signal: signal) }
  }

  /// Ends the process at once, whatever jobs are doing. Temporary files and folders that stayed empty are removed.
  package func endProcess(signal: Int32) -> Never {
    JobExit.interrupted(by: signal).endProcess { folders.removeEmpty() }
  }

  /// Removes temporary files that killed jobs left beside outputs; for complete outputs, no later job would do it.
  private func removeAbandoned() {
    var names: [String: [String]] = [:]
    for rendition in batch.jobs.flatMap(\.description.renditions) {
      names[rendition.output.folder, default: []].append((rendition.output as NSString).lastPathComponent)
    }
    for (folder, names) in names { PrivateDirectory.removeAbandoned(for: names, in: folder) }
  }

  private func begin() -> Int? {
    state.withLock { state in
      let place = state.queue.next()
      if let place { state.running[place] = Running() }
      return place
    }
  }

  private func perform(_ place: Int) -> BatchReport.Ending {
    let number = place + 1
    do throws(JobError) {
      switch try PreparedJob(batch.jobs[place], sparing: finished) {
      case .finished(let outputs):
        events(.skipped(number, input: batch.jobs[place].description.input, outputs: outputs))
        return .skipped(outputs)
      case .transcode(let description, _):
        if !batch.jobs[place].folders.isEmpty { try folders.make(for: description) }
        let job = TranscodeJob(description, sharesProcess: true, jobCount: batch.workerCount) { [self] event in
          if case .start(_, let plans) = event { state.withLock { $0.works[place] = .done(plans.work) } }
          events(.job(number, event))
        }
        guard start(job, at: place) else { return .notStarted }
        return BatchReport.Ending(job.run())
      }
    } catch {
      events(.job(number, .error(error)))
      return .failed(error)
    }
  }

  /// - Returns: False for a batch that was cancelled meanwhile.
  private func start(_ job: TranscodeJob, at place: Int) -> Bool {
    state.withLock { state in
      guard state.signal == nil else { return false }
      state.running[place]?.job = job
      return true
    }
  }

  private func end(_ place: Int, _ ending: BatchReport.Ending) {
    state.withLock { state in
      state.seconds[place] = state.running.removeValue(forKey: place)?.start.secondsAgo
      state.queue.didEnd(place, ending)
    }
  }

  private func report(_ clock: JobClock) -> BatchReport {
    let (queue, signal) = state.withLock { ($0.queue, $0.signal) }
    let jobs = zip(batch.jobs, queue.finalEndings).map { job, ending in
      BatchReport.Job(
        input: job.description.input, outputs: job.description.renditions.map(\.output), ending: ending)
    }
    return BatchReport(
      jobs: jobs, signal: signal, processorSeconds: clock.processorSeconds, wallSeconds: clock.wallSeconds)
  }
}
