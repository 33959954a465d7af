/// A job for the machines of a cluster, as it stands in the folder that they share. It is written once.
struct ClusterPlan: Codable, Hashable {
  /// The form of the files in the folder, raised with each change.
  var form = Self.currentForm
  var program: Program
  /// The folder from which relative paths count, on every machine.
  var workingFolder: String
  var taskCount: Int
  var jobCount: Int
  /// The jobs that are in no task, because they cannot be done.
  var refusals: [Refusal]
  /// The number of tasks that run at once, as far as it was known beforehand.
  var slots: Int
  /// The largest number of tasks that the scheduler takes at once.
  var largestArray: Int
  /// The number of jobs that a task does at once, or nil for one for each of its processors, as in a batch.
  var workers: Int?
  /// The number of processors that a task uses, or nil for all that it has.
  var processors: Int?
  /// The number of bytes that segments which a task encodes at once may need, or nil for most of what a machine has.
  var memory: Int64?
  /// The film whose segments the tasks encode, or nil for a batch.
  var film: Film?
  var stopsAtFailure: Bool
  var skipsExisting: Bool
  var options: ClusterOptions

  static let currentForm = 3

  /// The jobs of one task.
  struct Task: Codable, Hashable {
    var jobs: [Job]
  }

  /// A job that cannot be done, with the reason.
  struct Refusal: Codable, Hashable {
    var job: Job
    var code: ErrorCode
    var message: String
    var hint: String?

    init(_ job: Job, _ error: JobError) {
      self.job = job
      (code, message, hint) = (error.code, error.message, error.hint)
    }

    var error: JobError { JobError(code, message, hint: hint) }
  }

  /// A single job that is divided into many tasks. There is a task for each share of the segments in each pass, perhaps
  /// one that encodes the sound, and a last one that joins them.
  struct Film: Codable, Hashable {
    var description: JobDescription
    /// The path of the journal's folder, and its key.
    var journal: String
    var key: String
    /// The number of shares of the segments, each of which is a task in each pass.
    var shareCount: Int
    /// The number of passes that the machines make. The task that joins makes those that may follow.
    var passCount = 1
    /// A Boolean value that says whether a task encodes the sound.
    var encodesSound: Bool
    /// The size of the input in bytes, and the time of its last change in nanoseconds: each machine sees the same file.
    var inputSize: Int64
    var inputTime: Int64
  }

  /// Some of the job's tasks, as they were submitted together: the scheduler counts them from `offset`.
  struct Submission: Codable, Hashable {
    /// The scheduler's number of the job.
    var job: String
    var offset: Int
    /// The stage of the tasks: they begin when those of the stages before have ended.
    var stage = 0
  }

  /// A job with its number in the batch.
  struct Job: Codable, Hashable {
    var number: Int
    var description: JobDescription
  }
}

extension ClusterPlan.Film {
  /// The work of one task.
  enum Part: Equatable {
    /// The encoding of the share of this number, from 0, in the pass of this number, from 1.
    case share(Int, pass: Int)
    case sound
    case joining
  }

  /// Returns the work of a task.
  func part(of task: Int) -> Part {
    if task < encodingTaskCount { return .share(task % shareCount, pass: task / shareCount + 1) }
    return task == joiningTask ? .joining : .sound
  }

  /// The number of tasks that encode segments.
  var encodingTaskCount: Int { shareCount * passCount }

  /// The number of the task that joins the film, which is the last one.
  var joiningTask: Int { encodesSound ? encodingTaskCount + 1 : encodingTaskCount }

  /// The number of tasks.
  var taskCount: Int { joiningTask + 1 }

  /// Returns the stage of a task, from 0: it begins when the tasks of the stages before have ended, however that was.
  func stage(of task: Int) -> Int {
    switch part(of: task) {
    case .share(_, let pass): pass - 1
    case .sound: 0
    case .joining: passCount
    }
  }
}

extension ClusterPlan {
  /// The program that does the work. Another build of the same version is another program: it may make other bytes.
  struct Program: Codable, Hashable {
    var version: String
    /// The digest of the executable file.
    var digest: String
  }
}
