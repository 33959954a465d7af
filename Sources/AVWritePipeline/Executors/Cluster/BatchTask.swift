/// A task that does some jobs of a batch.
final class BatchTask: ClusterWork {
  private let folder: ClusterFolder
  private let batch: BatchDescription
  /// The numbers of the jobs in the whole batch.
  private let numbers: [Int]
  /// The outputs of all jobs of the whole batch.
  private let neighbours: Set<String>
  private let cancellation = CancellationRelay()

  /// The seconds between two looks for a request to stop.
  private static let stopInterval = 2.0

  /// - Throws: `JobError` of exit 66 or 69.
  init(_ plan: ClusterPlan, _ folder: ClusterFolder, _ attempt: ClusterFolder.Attempt) throws(JobError) {
    self.folder = folder
    let ended = folder.endedJobs(before: attempt)
    let rest = try folder.readTask(attempt.task).jobs.filter { !ended.contains($0.number) }
    var batch = BatchDescription(jobs: rest.map { BatchJob($0.description) })
    batch.workers = plan.workers
    batch.stopsAtFailure = plan.stopsAtFailure
    batch.skipsExisting = plan.skipsExisting
    self.batch = batch
    numbers = rest.map(\.number)
    neighbours = try plan.skipsExisting ? Set(folder.readOutputs()) : []
  }

  func run(_ log: ClusterLog) -> Int32? {
    let runner = BatchRunner(batch, on: LocalExecutor(batch, sharingFoldersWith: neighbours)) { [numbers] event in
      if let event = event.ofWhole(numbers) { log.write(event) }
    }
    let watch = Ticker(interval: Self.stopInterval) { [folder] in
      if folder.isToStop { runner.stop() }
    }
    defer { watch.cancel() }
    return cancellation.passing(to: { runner.cancel(signal: $0) }) { runner.run().signal }
  }

  func cancel(signal: Int32) { cancellation.cancel(signal: signal) }
}

extension ClusterFolder {
  /// Returns the numbers of the jobs that earlier beginnings of a task have ended.
  func endedJobs(before attempt: Attempt) -> Set<Int> {
    var ended: Set<Int> = []
    for number in 0..<attempt.number {
      var tail = EventTail(path: events(of: Attempt(task: attempt.task, number: number)))
      for event in tail.all().compactMap(BatchEvent.init(reading:)) where event.ending != nil {
        if case .job(_, .error(let error)) = event, error.isOfTheTask { continue }
        if let job = event.job { ended.insert(job) }
      }
    }
    return ended
  }
}

extension BatchEvent {
  /// Returns the event with a job's number in the whole batch, or nil for events of the part alone.
  ///
  /// - Parameter numbers: the numbers of the part's jobs.
  fileprivate func ofWhole(_ numbers: [Int]) -> BatchEvent? {
    switch self {
    case .job(let number, let event): .job(numbers[number - 1], event)
    case .skipped(let number, let input, let outputs, let exit):
      .skipped(numbers[number - 1], input: input, outputs: outputs, exit: exit)
    case .overview, .report: nil
    }
  }
}
