internal import Foundation

/// A task of a job on a cluster, on the machine that does it.
///
/// A task may be begun several times, also at once on two machines. What an earlier beginning has ended is left out, and
/// outputs and segments that are there already are not made again.
package final class ClusterTask: Sendable {
  private let work: any ClusterWork
  private let log: ClusterLog

  /// Prepares a task, before any thread is started: the process is limited to the task's processors.
  ///
  /// - Parameters:
  ///   - number: the number of the task.
  ///   - path: the path of the job's folder.
  /// - Throws: `JobError` of exit 66 or 69 where this machine does not share the folders or has another program, and of
  ///   70, 73 or 74.
  package init(_ number: Int, in path: String) throws(JobError) {
    let folder = ClusterFolder(path: path)
    let plan = try folder.readPlan()
    let node = try ClusterNode.current()
    let attempt = try folder.begin(number, on: node)
    guard node.program == plan.program else {
      throw JobError(.clusterUnavailable, "\(node.name) has another avwrite than the machine that submitted the job")
    }
    guard chdir(plan.workingFolder) == 0 else {
      throw JobError(
        .clusterUnavailable, "\(node.name): \(plan.workingFolder): \(String(cString: strerror(errno)))",
        hint: "all nodes must share the folder in which the command is given")
    }
    if let processors = plan.processors { try MachineLimits.limitProcessors(to: processors) }
    if let memory = plan.memory { MachineLimits.limitMemory(to: ByteCount(bytes: memory)) }
    log = ClusterLog(try EventLog(path: folder.events(of: attempt), replaces: false, sparing: []))
    if let film = plan.film {
      work = try FilmTask(film, folder, attempt, on: node)
    } else {
      work = try BatchTask(plan, folder, attempt)
    }
  }

  /// Runs the task.
  ///
  /// - Returns: The exit code of the process: 0 when all jobs have ended, whatever their own codes are.
  /// - Throws: `JobError` where a part of a job cannot be done here.
  package func run() throws(JobError) -> Int32 {
    let clock = JobClock()
    let signal = try work.run(log)
    log.write(
      .report(
        BatchReport(
          jobs: [], signal: signal, processorSeconds: clock.processorSeconds, wallSeconds: clock.wallSeconds)))
    if log.hasProblem { return JobExit.inputOutput.code }
    return signal.map { JobExit.interrupted(by: $0).code } ?? JobExit.complete.code
  }

  /// Ends the task soon. It is done by its next beginning, if there is one.
  package func cancel(signal: Int32) { work.cancel(signal: signal) }

  /// Ends the process at once.
  package func endProcess(signal: Int32) -> Never { JobExit.interrupted(by: signal).endProcess() }
}

/// The work of a task. `run` blocks its thread and is called once; the others may be called on any thread, at any time.
protocol ClusterWork: Sendable {
  /// Does the work of the task.
  ///
  /// - Returns: The signal that ended it early, or nil if none did.
  /// - Throws: `JobError` where it cannot be done here, and no event of a job says so.
  func run(_ log: ClusterLog) throws(JobError) -> Int32?

  /// Ends the work soon.
  func cancel(signal: Int32)
}
