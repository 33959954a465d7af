internal import Foundation
internal import Synchronization

/// Does the jobs of a batch, some at once.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
public final class BatchRunner: Sendable {
  private let batch: BatchDescription
  private let events: @Sendable (BatchEvent) -> Void
  private let state: Mutex<State>
  private let start = ContinuousClock.now

  private struct State {
    var queue: BatchQueue
    /// By their places.
    var running: [Int: TranscodeJob] = [:]
    var signal: Int32?
  }

  /// - Parameters:
  ///   - batch: whose outputs are its own (`requireOwnOutputs`).
  ///   - events: called from the jobs' threads, from several at once; the last call has `report`.
  public init(_ batch: BatchDescription, events: @escaping @Sendable (BatchEvent) -> Void = { _ in }) {
    self.batch = batch
    self.events = events
    state = Mutex(State(queue: BatchQueue(jobCount: batch.jobs.count, stopsAtFailure: batch.stopsAtFailure)))
  }

  /// Encoders of C libraries expect a stack like a main thread's.
  private static let stackSize = 8 << 20
  /// A terminal is redrawn no more often than this, in seconds.
  private static let overviewInterval = 0.25

  /// Does all jobs. One that fails stops no other, unless the batch is to stop at it: those that run then still end.
  public func run() -> BatchReport {
    let clock = JobClock()
    let ticker = Ticker(interval: Self.overviewInterval) { [self] in events(.overview(overview)) }
    let workers = DispatchGroup()
    for number in 1...batch.workerCount {
      workers.enter()
      let thread = Thread { [self] in
        while let (place, job) = begin() { end(place, perform(job, at: place)) }
        workers.leave()
      }
      thread.name = "avwrite job \(number)"
      thread.stackSize = Self.stackSize
      thread.start()
    }
    workers.wait()
    ticker.cancel()
    let report = report(clock)
    events(.report(report))
    return report
  }

  /// Ends the batch soon: what runs is cancelled, and nothing begins any more. Finished outputs stay.
  public func cancel(signal: Int32) {
    let running = state.withLock { state in
      if state.signal == nil { state.signal = signal }
      state.queue.stop()
      return Array(state.running.values)
    }
    for job in running { job.cancel(signal: signal) }
  }

  /// Where all stands.
  public var overview: BatchOverview {
    let (queue, running) = state.withLock { ($0.queue, $0.running) }
    let endings = queue.endings.compactMap { $0 }
    let failed = endings.count { $0.exit != .complete }
    return BatchOverview(
      running: running.sorted { $0.key < $1.key }.map { place, job in
        BatchOverview.Running(job: place + 1, input: batch.jobs[place].description.input, progress: job.progress)
      },
      total: batch.jobs.count, done: endings.count - failed, failed: failed,
      elapsed: (ContinuousClock.now - start) / .seconds(1))
  }

  private func begin() -> (place: Int, job: TranscodeJob)? {
    state.withLock { state in
      guard let place = state.queue.next() else { return nil }
      let job = TranscodeJob(batch.jobs[place].description) { [events] in events(.job(place + 1, $0)) }
      state.running[place] = job
      return (place, job)
    }
  }

  private func perform(_ job: TranscodeJob, at place: Int) -> BatchReport.Ending {
    do throws(JobError) {
      try batch.jobs[place].prepare()
    } catch {
      events(.job(place + 1, .error(error)))
      return .failed(error)
    }
    return BatchReport.Ending(job.run())
  }

  private func end(_ place: Int, _ ending: BatchReport.Ending) {
    state.withLock { state in
      state.running[place] = nil
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

extension BatchJob {
  /// Makes the folders of the outputs that are the batch's own.
  ///
  /// - Throws: `JobError` of exit 73 or 74, and what is known against the job.
  fileprivate func prepare() throws(JobError) {
    if let refusal { throw refusal }
    // A job without an input leaves no folders.
    guard makesFolders, stat(path: description.input, followingLinks: true) != nil else { return }
    for rendition in description.renditions {
      guard let slash = rendition.output.lastIndex(of: "/") else { continue }
      try Folder.make(String(rendition.output[..<slash]))
    }
  }
}
