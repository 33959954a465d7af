internal import Foundation
internal import Synchronization

/// A task of a job on a cluster, on the machine that does it.
///
/// A task may be begun several times, also at once on two machines. Jobs that an earlier beginning has ended are left
/// out, and outputs that are there already are not made again.
package final class ClusterTask: Sendable {
  private let folder: ClusterFolder
  private let attempt: ClusterFolder.Attempt
  /// The numbers of the jobs that are to be done, in the batch of the whole job.
  private let numbers: [Int]
  private let runner: BatchRunner
  private let log: EventLog

  /// The seconds between two lines of a job's progress: they go over a network.
  private static let progressInterval = 2.0
  /// The seconds between two looks for a request to stop.
  private static let stopInterval = 2.0

  /// Prepares a task, before any thread is started: the process is limited to the task's processors.
  ///
  /// - Parameters:
  ///   - number: the number of the task.
  ///   - path: the path of the job's folder.
  /// - Throws: `JobError` of exit 66 or 69 where this machine does not share the folders or has another program, and of
  ///   70, 73 or 74.
  package init(_ number: Int, in path: String) throws(JobError) {
    folder = ClusterFolder(path: path)
    let plan = try folder.readPlan()
    let node = try ClusterNode.current()
    attempt = try folder.begin(number, on: node)
    guard node.program == plan.program else {
      throw JobError(.clusterUnavailable, "this node has another avwrite than the machine that submitted the job")
    }
    guard chdir(plan.workingFolder) == 0 else {
      throw JobError(
        .clusterUnavailable, "\(node.name): \(plan.workingFolder): \(String(cString: strerror(errno)))",
        hint: "all nodes must share the folder in which the command is given")
    }
    if let processors = plan.processors { try Processors.limit(to: processors) }
    let jobs = try folder.readTask(number).jobs
    let ended = folder.endedJobs(before: attempt)
    let rest = jobs.filter { !ended.contains($0.number) }
    var batch = BatchDescription(jobs: rest.map { BatchJob($0.description) })
    batch.workers = plan.workers
    batch.stopsAtFailure = plan.stopsAtFailure
    batch.skipsExisting = plan.skipsExisting
    let numbers = rest.map(\.number)
    self.numbers = numbers
    let log = try EventLog(path: folder.events(of: attempt), replaces: false, sparing: [])
    self.log = log
    let pace = ProgressPace(interval: Self.progressInterval)
    let neighbours = try plan.skipsExisting ? Set(folder.readOutputs()) : []
    runner = BatchRunner(batch, on: LocalExecutor(batch, sharingFoldersWith: neighbours)) { event in
      if let event = event.ofWhole(numbers), pace.lets(event) { log.write(event) }
    }
  }

  /// Does the jobs.
  ///
  /// - Returns: The exit code of the process: 0 when all jobs have ended, whatever their own codes are.
  package func run() -> Int32 {
    let watch = Ticker(interval: Self.stopInterval) { [folder, runner] in
      if folder.isToStop { runner.stop() }
    }
    let report = runner.run()
    watch.cancel()
    log.write(
      BatchEvent.report(
        BatchReport(
          jobs: [], signal: report.signal, processorSeconds: report.processorSeconds, wallSeconds: report.wallSeconds)))
    if log.problem != nil { return JobExit.inputOutput.code }
    return report.signal.map { JobExit.interrupted(by: $0).code } ?? JobExit.complete.code
  }

  /// Ends the task soon. Its jobs are done by its next beginning, if there is one.
  package func cancel(signal: Int32) { runner.cancel(signal: signal) }

  /// Ends the process at once.
  package func endProcess(signal: Int32) -> Never { runner.endProcess(signal: signal) }
}

extension ClusterFolder {
  /// Returns the numbers of the jobs that earlier beginnings of a task have ended.
  fileprivate func endedJobs(before attempt: Attempt) -> Set<Int> {
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
  /// Returns the event with a job's number in the whole batch; nil for events of the part alone.
  ///
  /// - Parameter numbers: the numbers of the part's jobs.
  fileprivate func ofWhole(_ numbers: [Int]) -> BatchEvent? {
    switch self {
    case .job(let number, let event): .job(numbers[number - 1], event)
    case .skipped(let number, let input, let outputs): .skipped(numbers[number - 1], input: input, outputs: outputs)
    case .overview, .report: nil
    }
  }
}

/// The pace of lines about progress: each job has one now and then. It may be used from any thread.
private final class ProgressPace: Sendable {
  private let interval: Double
  private let last = Mutex<[Int: ContinuousClock.Instant]>([:])

  init(interval: Double) { self.interval = interval }

  /// Returns whether an event is to be written: one of progress only some time after the last.
  func lets(_ event: BatchEvent) -> Bool {
    guard case .job(let number, .progress) = event else { return true }
    return last.withLock { last in
      if let former = last[number], former.secondsAgo < interval { return false }
      last[number] = .now
      return true
    }
  }
}
