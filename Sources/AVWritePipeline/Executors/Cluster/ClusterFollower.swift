/// A reader of the files in which the machines of a cluster report on a job's tasks. It is used by one thread.
struct ClusterFollower {
  private let folder: ClusterFolder
  private let program: ClusterPlan.Program
  /// The numbers of each task's jobs.
  private let jobs: [Set<Int>]
  var ledger: TaskLedger
  private var tails: [ClusterFolder.Attempt: EventTail] = [:]
  private var known: Set<ClusterFolder.Attempt> = []
  /// The machines that have begun tasks.
  private(set) var nodes: Set<ClusterNode> = []
  private let needsSameFeatures: Bool
  private let film: ClusterPlan.Film?
  private var filmProgress: FilmProgress
  private var processorSeconds = 0.0
  private let start = ContinuousClock.now

  init(_ folder: ClusterFolder, _ plan: ClusterPlan, jobs: [[Int]]) {
    self.folder = folder
    program = plan.program
    needsSameFeatures = plan.options.needsSameFeatures
    film = plan.film
    filmProgress = FilmProgress(plan.film)
    self.jobs = jobs.map { Set($0) }
    ledger = TaskLedger(count: jobs.count)
  }

  /// The number of attempts that are read at each look.
  var openCount: Int { tails.count }

  /// Reads the new parts of the files, and passes them to a board.
  ///
  /// - Throws: `JobError` of exit 69 where a machine has another program, and of 66 where the folder is gone.
  mutating func read(to board: BatchBoard) throws(JobError) {
    for attempt in try folder.readAttempts() where jobs.indices.contains(attempt.task) && known.insert(attempt).inserted
    {
      let node = try folder.readNode(of: attempt)
      try require(node)
      try compare(node, board)
      nodes.insert(node)
      ledger.didBegin(attempt.task, attempt: attempt.number)
      tails[attempt] = EventTail(path: folder.events(of: attempt))
    }
    for attempt in tails.keys {
      for line in tails[attempt]?.all() ?? [] {
        if let event = BatchEvent(reading: line) { note(event, of: attempt, on: board) }
      }
      // The last line was written, by this attempt or by another that did the same.
      if ledger.state(of: attempt.task) == .done { tails[attempt] = nil }
    }
  }

  private mutating func note(_ event: BatchEvent, of attempt: ClusterFolder.Attempt, on board: BatchBoard) {
    switch event {
    case .report(let report):
      board.add(processorSeconds: report.processorSeconds)
      processorSeconds += report.processorSeconds
      if report.signal == nil {
        filmProgress.didFinish(attempt.task)
        ledger.didFinish(attempt.task)
      }
    case .job(_, .progress(let progress)) where film != nil:
      filmProgress.note(progress, of: attempt.task)
      board.note(.job(1, .progress(filmProgress.progress(after: start.secondsAgo))))
    case .job(_, .warning(let warning)) where film != nil: board.note(.job(1, .warning(warning)))
    // The job's plans are known where it was submitted.
    case .job(_, .start) where film != nil && board.hasBegun(1): break
    case .job(let number, .result(var result)) where film != nil:
      result.processorSeconds = (result.processorSeconds ?? 0) + processorSeconds
      result.wallSeconds = start.secondsAgo
      board.note(.job(number, .result(result)))
    // A task that was taken away is begun again, and another attempt may do what this one could not.
    case .job(_, .error(let error)) where error.isOfTheTask || !ledger.isLatest(attempt.number, of: attempt.task): break
    case .job, .skipped:
      if let number = event.job, jobs[attempt.task].contains(number) { board.note(event) }
    case .overview: break
    }
  }

  /// Compares the features of a machine's processors with those of the others.
  ///
  /// - Throws: `JobError` of exit 69 where they have to be the same.
  private func compare(_ node: ClusterNode, _ board: BatchBoard) throws(JobError) {
    guard let other = nodes.first(where: { $0.features != node.features }),
      !nodes.contains(where: { $0.features == node.features })
    else { return }
    let text = "the processors of \(other.name) and \(node.name) have different features"
    if needsSameFeatures {
      throw JobError(
        .clusterUnavailable, text,
        hint: "--sbatch constraint=… chooses machines that are alike, where the cluster names them")
    }
    if film != nil { board.note(.job(1, .warning("\(text), so that the bytes may differ from those of one machine"))) }
  }

  private func require(_ node: ClusterNode) throws(JobError) {
    guard node.program != program else { return }
    let other =
      node.program.version == program.version ? "another build of avwrite" : "avwrite \(node.program.version)"
    throw JobError(
      .clusterUnavailable, "the node \(node.name) has \(other), and this machine has avwrite \(program.version)",
      hint: "install the same avwrite on all nodes, or put it into a folder that they share")
  }
}

extension JobError {
  /// A Boolean value that says whether the job ended only because its task was ended: another beginning of the task
  /// does the job.
  var isOfTheTask: Bool { code == .cancelled || code == .stopped }
}
