internal import ArgumentParser

struct ClusterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster",
    abstract: "Transcodes on the machines of a Slurm cluster.",
    discussion: """
      The machines share the folders of inputs and outputs, and have the same avwrite. The outputs are those of one \
      machine.
      """,
    subcommands: [
      ClusterBatchCommand.self, ClusterTranscodeCommand.self, ClusterStatusCommand.self, ClusterCancelCommand.self,
      ClusterTaskCommand.self,
    ])
}
