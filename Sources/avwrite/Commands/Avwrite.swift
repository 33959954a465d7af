internal import AVWritePipeline
internal import ArgumentParser

struct Avwrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "avwrite",
    abstract: "Transcodes and inspects audio and video files.",
    discussion: "Exit codes: \(JobExit.summary).",
    subcommands: [
      TranscodeCommand.self, BatchCommand.self, InspectCommand.self, DumpCommand.self, CompareCommand.self,
      VerifyCommand.self, DiffCommand.self, PresetsCommand.self, FormatsCommand.self, ExplainCommand.self,
    ])
}
