internal import AVWritePipeline
internal import ArgumentParser
internal import Foundation

/// A task of a job on a cluster: the scheduler's script starts it.
struct ClusterTaskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task", abstract: "Does a task of a job, whose number is in SLURM_ARRAY_TASK_ID.", shouldDisplay: false
  )

  @Argument(help: ArgumentHelp("Folder of the job.", valueName: "DIR"))
  var folder: String

  @Option(help: ArgumentHelp("Number of the task that Slurm calls 0.", valueName: "N"))
  var from = 0

  func run() throws {
    let code: Int32
    do throws(JobError) {
      guard let number = ProcessInfo.processInfo.environment["SLURM_ARRAY_TASK_ID"].flatMap({ Int($0) }), number >= 0,
        from >= 0, from < Int32.max
      else { throw JobError(.usage, "cluster task is started by Slurm, which sets SLURM_ARRAY_TASK_ID") }
      try ProcessLimits.require()
      // The watcher is made before any thread exists, so that every thread leaves the signals to it.
      let signals = SignalWatcher()
      let task = try ClusterTask(from + number, in: folder)
      let questions = signals.watch(
        onInterrupt: { task.cancel(signal: $0) }, onInsistence: { task.endProcess(signal: $0) }, onStatus: {})
      code = try withExtendedLifetime(questions) { () throws(JobError) in try task.run() }
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
    if code != JobExit.complete.code { throw ExitCode(code) }
  }
}
