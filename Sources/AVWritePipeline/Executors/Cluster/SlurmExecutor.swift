internal import Foundation
internal import MediaSupport
internal import Synchronization

/// An executor whose jobs run on the machines of a cluster that Slurm manages.
///
/// The jobs are packed into the tasks of an array job. A task is a process of this program on some machine
/// (`ClusterTask`). The tasks write their events into a folder that all machines share, and Slurm is only asked which
/// tasks it still has. The job continues if this process ends: another process can find it again by its folder.
///
/// The members may be used from any thread; `run` is called once.
package final class SlurmExecutor: JobExecutor {
  package let batch: BatchDescription
  private let folder: ClusterFolder
  private let plan: ClusterPlan
  /// The numbers of each task's jobs.
  private let jobsOfTasks: [[Int]]
  private let slurm = Slurm()
  private let outputFolders = OutputFolders()
  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)

  /// The plans of a film, where it was submitted by this process.
  private let start: JobStart?

  private struct State {
    var submissions: [ClusterPlan.Submission]
    var signal: Int32?
    var failure: JobError?
  }

  // MARK: - Beginning

  /// Returns the same job if it is on the cluster already, and removes the remains of a job that is not.
  ///
  /// - Throws: `JobError` of exit 69 where Slurm does not answer, and of 73 for another job.
  static func former(at path: String, for batch: BatchDescription) throws(JobError) -> SlurmExecutor? {
    guard access(path, F_OK) == 0 else { return nil }
    let former = try SlurmExecutor(at: path)
    guard try former.isListed() else {
      former.folder.remove()
      return nil
    }
    guard former.batch.jobs.map(\.description) == batch.jobs.map(\.description) else {
      throw JobError(
        .outputUnavailable, "another job on the cluster writes the same output",
        hint: "avwrite cluster cancel \(path) ends it")
    }
    return former
  }

  /// Makes the folders, and submits all tasks. If that fails, nothing is left behind.
  func begin(_ tasks: [ClusterPlan.Task]) throws(JobError) {
    do throws(JobError) {
      for job in batch.jobs where job.refusal == nil && !job.folders.isEmpty {
        try outputFolders.make(for: job.description)
      }
      try folder.make(plan, tasks)
      if !tasks.isEmpty { try submit(Array(tasks.indices)) }
    } catch {
      try? slurm.cancel(submissions)
      if error.code != .outputExists { folder.remove() }
      outputFolders.removeEmpty()
      throw error
    }
  }

  /// Finds the job of a folder again.
  ///
  /// - Parameter path: the path of the job's folder.
  /// - Throws: `JobError` of exit 66 or 69 where it is not one.
  package convenience init(at path: String) throws(JobError) {
    let folder = ClusterFolder(path: Self.absolute(path))
    let plan = try folder.readPlan()
    var tasks: [ClusterPlan.Task] = []
    for number in 0..<plan.taskCount { tasks.append(try folder.readTask(number)) }
    let refusals = Dictionary(plan.refusals.map { ($0.job.number, $0.error) }, uniquingKeysWith: { first, _ in first })
    let jobs = (tasks.flatMap(\.jobs) + plan.refusals.map(\.job)).sorted { $0.number < $1.number }
    guard jobs.map(\.number) == Array(1..<plan.jobCount + 1) else {
      throw JobError(.clusterUnavailable, "\(path): its tasks are not those of its plan")
    }
    var batch = BatchDescription(
      jobs: jobs.map { job in
        var whole = BatchJob(job.description)
        whole.refusal = refusals[job.number]
        return whole
      })
    batch.stopsAtFailure = plan.stopsAtFailure
    batch.skipsExisting = plan.skipsExisting
    self.init(batch, folder, plan, tasks.map { $0.jobs.map(\.number) }, folder.readSubmissions())
  }

  /// Creates the executor of a job that another one submitted.
  convenience init(_ batch: BatchDescription, _ former: SlurmExecutor) {
    self.init(batch, former.folder, former.plan, former.jobsOfTasks, former.submissions)
  }

  init(
    _ batch: BatchDescription, _ folder: ClusterFolder, _ plan: ClusterPlan, _ jobsOfTasks: [[Int]],
    _ submissions: [ClusterPlan.Submission], _ start: JobStart? = nil
  ) {
    self.batch = batch
    self.folder = folder
    self.plan = plan
    self.jobsOfTasks = jobsOfTasks
    self.start = start
    state = Mutex(State(submissions: submissions))
  }
}

// MARK: - Names

extension SlurmExecutor {
  /// The path of the job's own folder.
  package var path: String { folder.path }

  /// Slurm's numbers of the job: those of its first submission, and of tasks that were submitted again.
  package var numbers: [String] { submissions.map(\.job) }

  private var submissions: [ClusterPlan.Submission] { state.withLock { $0.submissions } }

  /// The number of tasks.
  package var taskCount: Int { plan.taskCount }

  static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
      .standardizedFileURL.path
  }

  /// The name of the job in Slurm's lists.
  private var name: String { "avwrite" }

  /// The script of a task: this program, at the path that it has here.
  private func script(from offset: Int) -> String {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    return "#!/bin/sh\nexec \(program.quoted) cluster task --from \(offset) \(folder.path.quoted)\n"
  }
}

extension String {
  /// The text quoted as one word of a shell.
  fileprivate var quoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}

// MARK: - Following

extension SlurmExecutor {
  /// The shortest time between two scans of the folder, and the additional time for each file that is scanned, in
  /// seconds. A network file server answers about a hundred requests a second beside its other work.
  private static let (shortestWait, waitForFile) = (0.5, 0.01)
  /// The seconds between two questions to Slurm, whose controller answers those of all its users.
  private static let listingInterval = 5.0
  /// The seconds that are waited, at the end, for tasks to leave their machines.
  private static let longestFarewell = 30.0

  func run(_ board: BatchBoard) {
    board.state.withLock { $0.workers = plan.slots }
    var follower = ClusterFollower(folder, plan, jobs: jobsOfTasks)
    if !submissions.isEmpty { follower.ledger.didSubmit(Array(jobsOfTasks.indices)) }
    noteRefusals(on: board)
    if let start { board.note(.job(1, .start(start))) }
    do throws(JobError) {
      try follow(&follower, board)
    } catch {
      state.withLock { $0.failure = error }
    }
    let (signal, failure) = state.withLock { ($0.signal, $0.failure) }
    if signal != nil || failure != nil {
      try? slurm.cancel(submissions)
      bidFarewell()
      try? follower.read(to: board)
    } else {
      bidFarewell()
    }
    for (task, jobs) in jobsOfTasks.enumerated() {
      guard case .failed(let reason) = follower.ledger.state(of: task) else { continue }
      fail(jobs, of: task, for: reason, on: board)
    }
    guard let signal else { return }
    // The segments of a film stay for the same command.
    if plan.film != nil { return board.note(.job(1, .error(.stopped(by: signal)))) }
    for number in board.runningJobs { board.note(.job(number, .error(.interrupted(by: signal)))) }
  }

  /// Tells of the jobs that are in no task, because they cannot be done.
  private func noteRefusals(on board: BatchBoard) {
    for (number, job) in zip(1..., batch.jobs) {
      if let refusal = job.refusal { board.note(.job(number, .error(refusal))) }
    }
  }

  private func follow(_ follower: inout ClusterFollower, _ board: BatchBoard) throws(JobError) {
    var lastListing: ContinuousClock.Instant?
    var hasAskedToStop = false
    while state.withLock({ $0.signal }) == nil {
      try follower.read(to: board)
      if board.isOver { return }
      if board.isStopped, !hasAskedToStop {
        hasAskedToStop = true
        folder.askToStop()
        try slurm.cancel(submissions, isOnlyWaiting: true)
      }
      switch follower.ledger.next {
      case .end: return
      case .submit(let tasks):
        if board.isStopped { return }
        try submit(tasks)
        follower.ledger.didSubmit(tasks)
      case .follow: break
      }
      if lastListing.map({ $0.secondsAgo >= Self.listingInterval }) ?? true {
        lastListing = .now
        if case .tasks(let alive) = try slurm.list(submissions) {
          for task in follower.ledger.didList(alive) {
            if board.isStopped {
              follower.ledger.didLose(task, .final("the batch was stopped"))
            } else {
              follower.ledger.didLose(task, try ending(of: task))
            }
          }
        }
      }
      let wait = max(Self.shortestWait, Double(follower.openCount) * Self.waitForFile)
      _ = wake.wait(timeout: .now() + wait)
    }
  }

  private func submit(_ tasks: [Int]) throws(JobError) {
    for (part, tasks) in Dictionary(grouping: tasks, by: { $0 / plan.largestArray }).sorted(by: { $0.key < $1.key }) {
      let offset = part * plan.largestArray
      let stages = Dictionary(grouping: tasks) { plan.film?.stage(of: $0) ?? 0 }
      for (stage, tasks) in stages.sorted(by: { $0.key < $1.key }) {
        try submit(tasks, of: stage, from: offset)
      }
    }
  }

  private func submit(_ tasks: [Int], of stage: Int, from offset: Int) throws(JobError) {
    var submission = try slurm.submit(
      tasks, from: offset, after: submissions.filter { $0.stage < stage }, name: name, script: script(from: offset),
      log: folder.logPattern(from: offset), plan.options)
    submission.stage = stage
    let submissions = state.withLock { state in
      state.submissions.append(submission)
      return state.submissions
    }
    try folder.note(submissions)
  }

  /// Returns what became of a task, in its last submission that Slurm knows.
  private func ending(of task: Int) throws(JobError) -> TaskLedger.Ending {
    for submission in submissions.reversed()
    where (submission.offset..<submission.offset + plan.largestArray).contains(task) {
      if let ending = try slurm.ending(of: task, in: submission) { return ending }
    }
    return .interrupted("Slurm has forgotten the task")
  }

  /// Ends the jobs of a task that cannot be done; those that are over stay so.
  private func fail(_ jobs: [Int], of task: Int, for reason: String, on board: BatchBoard) {
    if board.isStopped { return }
    let offset = task / plan.largestArray * plan.largestArray
    let log = (try? String(contentsOfFile: folder.log(of: task, from: offset), encoding: .utf8)) ?? ""
    let words = log.split(separator: "\n").last.map { "; its last line was: \($0)" } ?? ""
    for number in jobs {
      let input = batch.jobs[number - 1].description.input
      board.note(.job(number, .error(JobError(.clusterUnavailable, "\(input): \(reason)\(words)"))))
    }
  }

  /// Waits until Slurm has none of the job's tasks any more, for some time.
  private func bidFarewell() {
    let start = ContinuousClock.now
    while start.secondsAgo < Self.longestFarewell, (try? isListed()) == true {
      _ = wake.wait(timeout: .now() + Self.shortestWait)
    }
  }

  /// Returns whether Slurm still has tasks of the job.
  ///
  /// - Throws: `JobError` of exit 69 where Slurm does not answer.
  private func isListed() throws(JobError) -> Bool {
    guard case .tasks(let tasks) = try slurm.list(submissions) else {
      throw JobError(.clusterUnavailable, "Slurm's controller does not answer now")
    }
    return !tasks.isEmpty
  }
}

// MARK: - Ending

extension SlurmExecutor {
  func cancel(signal: Int32) {
    state.withLock { state in
      if state.signal == nil { state.signal = signal }
    }
    wake.signal()
  }

  func abandon() {}

  /// The error that ended the whole job, and not one of its jobs alone, or nil if there was none.
  package var failure: JobError? { state.withLock { $0.failure } }

  /// Ends the job, and waits until it is gone.
  ///
  /// - Throws: `JobError` of exit 69 where Slurm is not there.
  package func cancelAll() throws(JobError) {
    try slurm.cancel(submissions)
    bidFarewell()
    remove()
    // Nobody goes on with a film that was given up.
    guard let film = plan.film, let rendition = film.description.renditions.first else { return }
    SegmentJournal.removeAbandoned(for: try Destination(path: rendition.output, replaces: true, sources: []))
  }

  /// Removes the job's folder, and what killed tasks left beside outputs.
  package func remove() {
    var names: [String: [String]] = [:]
    for rendition in batch.jobs.flatMap(\.description.renditions) where !rendition.isStream {
      names[rendition.output.folder, default: []].append((rendition.output as NSString).lastPathComponent)
    }
    for (folder, names) in names { PrivateDirectory.removeAbandoned(for: names, in: folder) }
    outputFolders.removeEmpty()
    folder.remove()
  }

  /// Returns the state of the job now; the report, if it is over.
  ///
  /// - Throws: `JobError` of exit 66 or 69.
  package func status() throws(JobError) -> (overview: BatchOverview, report: BatchReport?) {
    let board = BatchBoard(batch) { _ in }
    var follower = ClusterFollower(folder, plan, jobs: jobsOfTasks)
    noteRefusals(on: board)
    try follower.read(to: board)
    let isOver = follower.ledger.next == .end || slurmHasNothing
    // Jobs that were seen all at once tell nothing of the time.
    var overview = board.overview
    overview.secondsLeft = nil
    return (overview, isOver ? board.report(JobClock()) : nil)
  }

  private var slurmHasNothing: Bool { (try? isListed()) == false }
}

extension BatchRunner {
  /// Creates a runner whose jobs run on a cluster.
  package convenience init(
    on cluster: SlurmExecutor, events: @escaping @Sendable (BatchEvent) -> Void
  ) {
    self.init(cluster.batch, on: cluster, events: events)
  }
}
