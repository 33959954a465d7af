internal import AVWritePipeline
internal import ArgumentParser

struct ClusterCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Ends a job on a cluster, and removes its folder.",
    discussion: "Outputs that are complete stay: the same job, submitted again, makes the others.")

  @Argument(
    help: ArgumentHelp("Folder of the job, which its submission printed.", valueName: "DIR"), completion: .directory)
  var folder: String

  func run() throws {
    do throws(JobError) {
      try SlurmExecutor(at: folder).cancelAll()
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
  }
}
