internal import Foundation
internal import Synchronization

/// Does the jobs of a batch, some at once.
///
/// `run()` blocks its thread and is called once. The other members may be used from any thread at any time.
public final class BatchRunner: Sendable {
  private let batch: BatchDescription
  private let events: @Sendable (BatchEvent) -> Void
  private let state: Mutex<State>
  private let finished: FinishedOutputs?
  private let start = ContinuousClock.now

  private struct State {
    var queue: BatchQueue
    /// By their places; nil while it is looked what there is to do.
    var running: [Int: TranscodeJob?] = [:]
    var signal: Int32?
  }

  /// - Parameters:
  ///   - batch: whose outputs are its own (`requireOwnOutputs`).
  ///   - events: called from the jobs' threads, from several at once; the last call has `report`.
  public init(_ batch: BatchDescription, events: @escaping @Sendable (BatchEvent) -> Void = { _ in }) {
    self.batch = batch
    self.events = events
    finished = batch.skipsExisting ? FinishedOutputs(batch) : nil
    state = Mutex(State(queue: BatchQueue(jobCount: batch.jobs.count, stopsAtFailure: batch.stopsAtFailure)))
  }

  /// Encoders of C libraries expect a stack like a main thread's.
  private static let stackSize = 8 << 20
  /// A terminal is redrawn no more often than this, in seconds.
  private static let overviewInterval = 0.25

  /// Does all jobs. One that fails stops no other, unless the batch is to stop at it: those that run then still end.
  public func run() -> BatchReport {
    let clock = JobClock()
    if finished != nil { removeAbandoned() }
    let ticker = Ticker(interval: Self.overviewInterval) { [self] in events(.overview(overview)) }
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
    let report = report(clock)
    events(.report(report))
    return report
  }

  /// Ends the batch soon: what runs is cancelled, and nothing begins any more. Finished outputs stay.
  public func cancel(signal: Int32) {
    let running = state.withLock { state in
      if state.signal == nil { state.signal = signal }
      state.queue.stop()
      return state.running.values.compactMap { $0 }
    }
    for job in running { job.cancel(signal: signal) }
  }

  /// Where all stands.
  public var overview: BatchOverview {
    let (queue, running) = state.withLock { ($0.queue, $0.running) }
    let endings = queue.endings.compactMap { $0 }
    let failed = endings.count { $0.exit != .complete }
    let skipped = endings.count { $0.state == .skipped }
    return BatchOverview(
      running: running.sorted { $0.key < $1.key }.map { place, job in
        BatchOverview.Running(job: place + 1, input: batch.jobs[place].description.input, progress: job?.progress)
      },
      total: batch.jobs.count, done: endings.count - failed - skipped, skipped: skipped, failed: failed,
      elapsed: (ContinuousClock.now - start) / .seconds(1))
  }

  /// Removes what killed jobs left beside outputs: where those are complete, no job follows that would.
  private func removeAbandoned() {
    var names: [String: [String]] = [:]
    for rendition in batch.jobs.flatMap(\.description.renditions) {
      let slash = rendition.output.lastIndex(of: "/")
      let folder = slash.map { String(rendition.output[...$0]) } ?? "."
      names[folder, default: []].append((rendition.output as NSString).lastPathComponent)
    }
    for (folder, names) in names { PrivateDirectory.removeAbandoned(for: names, in: folder) }
  }

  private func begin() -> Int? {
    state.withLock { state in
      let place = state.queue.next()
      if let place { state.running.updateValue(nil, forKey: place) }
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
      case .transcode(let description):
        let job = TranscodeJob(description) { [events] in events(.job(number, $0)) }
        guard start(job, at: place) else { return .notStarted }
        return BatchReport.Ending(job.run())
      }
    } catch {
      events(.job(number, .error(error)))
      return .failed(error)
    }
  }

  /// - Returns: false for a batch that was cancelled meanwhile.
  private func start(_ job: TranscodeJob, at place: Int) -> Bool {
    state.withLock { state in
      guard state.signal == nil else { return false }
      state.running.updateValue(job, forKey: place)
      return true
    }
  }

  private func end(_ place: Int, _ ending: BatchReport.Ending) {
    state.withLock { state in
      state.running.removeValue(forKey: place)
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
