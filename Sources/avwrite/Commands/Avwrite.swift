internal import ArgumentParser

struct Avwrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "avwrite",
    abstract: "Transcodes and inspects audio and video files.",
    discussion: """
      Exit codes: 0 done and verified, 64 usage, 65 damaged input, 66 input missing or unreadable, 67 not a media \
      file, 69 codec or container not available, 70 internal error, 73 output exists or cannot be created, 74 \
      input/output error, 78 bad preset or settings, 80 verification failed, 82 done with losses, 128+n signal n.
      """,
    subcommands: [
      TranscodeCommand.self, BatchCommand.self, InspectCommand.self, DumpCommand.self, CompareCommand.self,
      VerifyCommand.self, DiffCommand.self, PresetsCommand.self, FormatsCommand.self,
    ])
}
