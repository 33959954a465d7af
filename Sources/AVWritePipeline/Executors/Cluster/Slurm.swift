internal import Foundation

/// The commands of Slurm, as of its release of 2022 and later ones. No accounting database is used.
struct Slurm: Sendable {
  /// The answer to a question about a job.
  enum Listing: Equatable {
    /// The tasks that wait, run, or are about to.
    case tasks(Set<Int>)
    /// The controller does not answer now. Nothing follows from that.
    case unknown
  }

  /// Submits the tasks of a job.
  ///
  /// - Parameters:
  ///   - tasks: the numbers of the tasks, each of which runs by itself, in ascending order.
  ///   - offset: the number from which Slurm counts them: its own numbers are small.
  ///   - former: submissions whose tasks all have to end before these begin, however they end.
  ///   - script: a shell's script, which has its number in `SLURM_ARRAY_TASK_ID`.
  ///   - log: the path of each task's output, in which `%a` is its number.
  /// - Returns: Slurm's number of the job.
  /// - Throws: `JobError` of exit 69, with Slurm's own words.
  func submit(
    _ tasks: [Int], from offset: Int, after former: [ClusterPlan.Submission] = [], name: String, script: String,
    log: String, _ options: ClusterOptions
  ) throws(JobError) -> ClusterPlan.Submission {
    let arguments =
      [
        "--parsable", "--job-name=\(name)", "--array=\(Self.ranges(tasks.map { $0 - offset }))", "--requeue",
        "--open-mode=append",
        "--output=\(log)",
      ] + options.arguments
      + (former.isEmpty ? [] : ["--dependency=afterany:" + former.map(\.job).joined(separator: ":")])
    let answer = try run("sbatch", arguments, input: script)
    guard answer.status == 0,
      // A cluster's name may follow the number.
      let number = answer.output.split(whereSeparator: { $0.isNewline || $0 == ";" }).first, Int(number) != nil
    else { throw answer.error("the job was not accepted") }
    return ClusterPlan.Submission(job: String(number), offset: offset)
  }

  /// Returns the tasks of jobs that the scheduler has.
  ///
  /// - Throws: `JobError` of exit 69 where Slurm is not installed.
  func list(_ submissions: [ClusterPlan.Submission]) throws(JobError) -> Listing {
    var tasks: Set<Int> = []
    for submission in submissions {
      let answer = try run("squeue", ["--noheader", "--array", "--jobs=\(submission.job)", "--format=%K"])
      // A job that the controller does not know any more is over.
      if answer.status != 0, !answer.errors.contains("Invalid job id") { return .unknown }
      tasks.formUnion(
        answer.output.split(separator: "\n").compactMap { line in
          Int(line.filter { $0 != " " }).map { $0 + submission.offset }
        })
    }
    return .tasks(tasks)
  }

  /// Cancels jobs.
  ///
  /// - Parameter isOnlyWaiting: true for those of their tasks that do not run yet.
  /// - Throws: `JobError` of exit 69 where Slurm is not installed.
  func cancel(_ submissions: [ClusterPlan.Submission], isOnlyWaiting: Bool = false) throws(JobError) {
    guard !submissions.isEmpty else { return }
    _ = try run(
      "scancel", ["--quiet"] + (isOnlyWaiting ? ["--state=PENDING"] : []) + submissions.map(\.job))
  }

  /// Returns how a task ended that the scheduler does not list any more, or nil if Slurm does not know the task.
  ///
  /// - Throws: `JobError` of exit 69 where Slurm is not installed.
  func ending(of task: Int, in submission: ClusterPlan.Submission) throws(JobError) -> TaskLedger.Ending? {
    let name = "\(submission.job)_\(task - submission.offset)"
    let answer = try run("scontrol", ["--oneliner", "show", "job", name])
    return answer.status == 0 ? Self.ending(answer.output) : nil
  }

  /// Reads what `scontrol show job` says of a task's end.
  static func ending(_ text: String) -> TaskLedger.Ending? {
    let facts = Dictionary(
      text.split(separator: " ").compactMap { word -> (Substring, Substring)? in
        let parts = word.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { first, _ in first })
    guard let state = facts["JobState"] else { return nil }
    let place = facts["NodeList"].map { $0.hasPrefix("(") ? "" : " on \($0)" } ?? ""
    let words = "Slurm's state of the task is \(state)\(place)"
    let exit = (facts["ExitCode"] ?? "").split(separator: ":").compactMap { Int($0) }
    switch state {
    // A process that was killed may succeed elsewhere, but one that failed by itself would fail again.
    case "FAILED" where exit.count == 2 && exit[1] == 0:
      return .final("the task ended with exit code \(exit[0])\(place)")
    case "CANCELLED", "DEADLINE", "OUT_OF_MEMORY", "TIMEOUT": return .final(words)
    default: return .interrupted(words)
    }
  }

  /// The limits of a job: the number of tasks in one array, and the number of processors.
  struct Capacity {
    var tasks: Int
    var processors: Int

    /// Returns the number of tasks that run at once.
    func slots(for options: ClusterOptions) -> Int { max(1, processors / (options.processors ?? 1)) }
  }

  /// Returns the capacity that the scheduler has for a job.
  ///
  /// - Throws: `JobError` of exit 69 where Slurm is not installed, or its controller does not answer.
  func capacity(in partition: String?) throws(JobError) -> Capacity {
    let settings = try run("scontrol", ["show", "config"])
    guard settings.status == 0 else { throw settings.error("the controller does not answer") }
    let nodes = try run("sinfo", ["--noheader", "--format=%C"] + (partition.map { ["--partition=\($0)"] } ?? []))
    return Capacity(tasks: Self.largestArray(settings.output), processors: Self.processors(nodes.output))
  }

  /// Reads `MaxArraySize`, which is one more than the largest number of a task.
  static func largestArray(_ text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix("MaxArraySize") }
    let size = line?.split(separator: "=").last.flatMap { Int($0.filter { $0 != " " }) }
    return max(1, size ?? usualLargestArray)
  }

  /// Slurm's own default (slurm.conf(5)).
  private static let usualLargestArray = 1001

  /// Reads lines of processor counts as `sinfo` prints them: allocated/idle/other/total. The processors counted as
  /// other are those of nodes that are down.
  static func processors(_ text: String) -> Int {
    let counts = text.split(separator: "\n").map {
      $0.split(separator: "/").compactMap { Int($0.filter { $0 != " " }) }
    }
    return max(1, counts.filter { $0.count == 4 }.reduce(0) { $0 + $1[0] + $1[1] })
  }

  /// Returns numbers in the short form of `--array`: `0-3,7`. They are in ascending order.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(
      separator: ",")
  }

  // MARK: - Processes

  private struct Answer {
    var program: String
    var status: Int32
    var output: String
    var errors: String

    func error(_ event: String) -> JobError {
      let words = errors.split(separator: "\n").map(String.init).joined(separator: "; ")
      return JobError(.clusterUnavailable, "\(event): \(program): \(words.isEmpty ? "exit code \(status)" : words)")
    }
  }

  /// The seconds after which a command of Slurm's is ended: it waits for a controller that does not answer.
  private static let limit = 60

  private func run(_ program: String, _ arguments: [String], input: String = "") throws(JobError) -> Answer {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "--kill-after=5", "\(Self.limit)", program] + arguments
    let (source, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw JobError(.clusterUnavailable, "\(program) cannot be started: \(error.localizedDescription)")
    }
    // Writing does not block: a script is shorter than the capacity of a pipe, and so are the messages on the standard
    // error.
    try? source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? source.fileHandleForWriting.close()
    let text = String(decoding: (try? output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    let words = String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let answer = Answer(program: program, status: process.terminationStatus, output: text, errors: words)
    // timeout(1) and env(1) say so of a program that is not there.
    if [126, 127].contains(answer.status) {
      throw JobError(
        .clusterUnavailable, "\(program) is not installed",
        hint: "avwrite cluster needs the commands of Slurm (Debian: slurm-client)")
    }
    return answer
  }
}
