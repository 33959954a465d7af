internal import Foundation
internal import MediaSupport

/// The folder of a job on a cluster, which all its machines share: the plan, the tasks, and what machines say of them.
///
/// ```
/// plan.json          the plan, written once
/// tasks/3.json       the jobs of task 3
/// outputs.json       the paths of all outputs
/// attempts/3.0.json  the machine that began task 3 first; 3.1.json is the second
/// events/3.0.ndjson  the events of that attempt, as `--events` writes them, without overviews
/// published/3.0.json the file to which that attempt gives a film's name, with its result
/// logs/0+3.txt       what the task's process printed, the submission's offset first
/// submissions.json   the scheduler's numbers of the job
/// stop               there once no further job is to begin
/// ```
///
/// No file is locked. A file that several machines might make gets its name by a link, which never replaces one; all
/// others have one writer. It may be used from any thread.
struct ClusterFolder: Sendable {
  let path: String

  private var outputs: String { path + "/outputs.json" }
  private var plan: String { path + "/plan.json" }
  private var attempts: String { path + "/attempts" }
  private var submissions: String { path + "/submissions.json" }
  private var stop: String { path + "/stop" }

  func events(of attempt: Attempt) -> String { path + "/events/\(attempt.task).\(attempt.number).ndjson" }
  func log(of task: Int, from offset: Int) -> String { path + "/logs/\(offset)+\(task - offset).txt" }
  /// The logs' path in the words of `sbatch`, which knows the number of a task in its submission.
  func logPattern(from offset: Int) -> String { path.replacing("%", with: "%%") + "/logs/\(offset)+%a.txt" }
  private func published(_ attempt: Attempt) -> String { path + "/published/\(attempt.task).\(attempt.number).json" }
  private func task(_ number: Int) -> String { path + "/tasks/\(number).json" }

  /// One beginning of a task, on one machine.
  struct Attempt: Hashable, Sendable {
    var task: Int
    /// The number of the beginning, from 0.
    var number: Int
  }

  /// Makes the folder with its plan and its tasks. The plan is written last.
  ///
  /// - Throws: `JobError` of exit 73 where the folder is there already, or of 73 or 74 where it cannot be written.
  func make(_ description: ClusterPlan, _ tasks: [ClusterPlan.Task]) throws(JobError) {
    let paths = tasks.flatMap(\.jobs).flatMap { $0.description.renditions.map(\.output) }
    guard mkdir(path, 0o777) == 0 else { throw .output(errno, "\(path): cannot make the job's folder") }
    for name in ["tasks", "attempts", "events", "published", "logs"]
    where mkdir(path + "/" + name, 0o777) != 0 {
      throw .output(errno, "\(path): cannot make the job's folder")
    }
    for (number, task) in tasks.enumerated() { try write(task, to: self.task(number)) }
    try write(paths, to: outputs)
    try write(description, to: plan)
  }

  /// - Throws: `JobError` of exit 66 where the folder is not there, as on a machine that does not share it, and of 78
  ///   for a plan of another form.
  func readPlan() throws(JobError) -> ClusterPlan {
    let plan = try read(ClusterPlan.self, plan)
    guard plan.form == ClusterPlan.currentForm else {
      throw JobError(.clusterUnavailable, "\(path): is the folder of a job of another version of avwrite")
    }
    return plan
  }

  /// The paths of the outputs of all tasks.
  func readOutputs() throws(JobError) -> [String] { try read([String].self, outputs) }

  func readTask(_ number: Int) throws(JobError) -> ClusterPlan.Task { try read(ClusterPlan.Task.self, task(number)) }

  // MARK: - Attempts

  /// Notes that this machine begins a task.
  ///
  /// - Returns: The attempt, whose number no other machine has.
  /// - Throws: `JobError` of exit 73 or 74.
  func begin(_ task: Int, on node: ClusterNode) throws(JobError) -> Attempt {
    let draft = attempts + "/.\(task).\(UInt64.random(in: 0 ... .max))"
    try write(node, to: draft)
    defer { unlink(draft) }
    var attempt = Attempt(task: task, number: 0)
    while true {
      let name = attempts + "/\(task).\(attempt.number).json"
      if link(draft, name) == 0 { return attempt }
      guard errno == EEXIST else { throw .output(errno, "\(path): cannot note the beginning of a task") }
      attempt.number += 1
    }
  }

  /// The attempts so far.
  ///
  /// - Throws: `JobError` of exit 66.
  func readAttempts() throws(JobError) -> [Attempt] {
    try Folder.names(in: attempts).compactMap { name in
      let parts = name.split(separator: ".")
      guard parts.count == 3, parts[2] == "json", let task = Int(parts[0]), let number = Int(parts[1]) else {
        return nil
      }
      return Attempt(task: task, number: number)
    }
  }

  /// - Throws: `JobError` of exit 66 or 78.
  func readNode(of attempt: Attempt) throws(JobError) -> ClusterNode {
    try read(ClusterNode.self, attempts + "/\(attempt.task).\(attempt.number).json")
  }

  // MARK: - The film's file

  /// - Throws: `JobError` of exit 73 or 74.
  func note(_ publication: FilmPublication, by attempt: Attempt) throws(JobError) {
    try write(publication, to: published(attempt))
  }

  /// The notes of all attempts so far.
  func readPublications() -> [FilmPublication] {
    ((try? readAttempts()) ?? []).compactMap { try? read(FilmPublication.self, published($0)) }
  }

  // MARK: - The scheduler's numbers, and the request to stop

  func readSubmissions() -> [ClusterPlan.Submission] { (try? read([ClusterPlan.Submission].self, submissions)) ?? [] }

  /// - Throws: `JobError` of exit 73 or 74.
  func note(_ submissions: [ClusterPlan.Submission]) throws(JobError) { try write(submissions, to: self.submissions) }

  var isToStop: Bool { access(stop, F_OK) == 0 }

  func askToStop() { try? write(Data(), to: stop) }

  /// Removes the folder and all that is in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  // MARK: - Files

  private func read<Value: Decodable>(_ type: Value.Type, _ file: String) throws(JobError) -> Value {
    let bytes = try [UInt8](contentOf: file)
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw JobError(.clusterUnavailable, "\(file): is no file of a job on a cluster, or of another version of avwrite")
    }
  }

  private func write(_ value: some Encodable, to file: String) throws(JobError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try write(try encoder.encode(value), to: file)
    } catch let error as JobError {
      throw error
    } catch {
      throw JobError(.internalError, "\(file): \(error)")
    }
  }

  /// Writes a file that has its name only once it is whole.
  private func write(_ data: Data, to file: String) throws(JobError) {
    let draft = file + ".\(UInt64.random(in: 0 ... .max))"
    do throws(JobError) {
      try data.write(toNew: draft, named: file)
      guard rename(draft, file) == 0 else { throw JobError.output(errno, "\(file): cannot be written") }
    } catch {
      unlink(draft)
      throw error
    }
  }
}
