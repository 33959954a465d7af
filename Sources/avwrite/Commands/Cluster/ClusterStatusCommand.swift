internal import AVWritePipeline
internal import ArgumentParser

struct ClusterStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Tells how far a job on a cluster is.",
    discussion: """
      Exit codes: 0 while the job runs, and when all of it is complete; 1 when it is over and something of it is not.
      """)

  @Argument(
    help: ArgumentHelp("Folder of the job, which its submission printed.", valueName: "DIR"), completion: .directory)
  var folder: String

  @Flag(help: "Print one JSON document: the report of a job that is over, or the state of one that is not.")
  var json = false

  func run() throws {
    var code = JobExit.complete.code
    do throws(JobError) {
      if json { try Console.requireOutput() }
      let (overview, report) = try SlurmExecutor(at: folder).status()
      code = report?.exitCode ?? code
      if json {
        try Console.deliver(report?.document ?? overview.document)
      } else {
        Console.write((report?.text ?? overview.text) + "\n")
      }
    } catch {
      Console.complain(error, printsDocument: json)
      throw ExitCode(error.exit.code)
    }
    if code != JobExit.complete.code { throw ExitCode(code) }
  }
}
