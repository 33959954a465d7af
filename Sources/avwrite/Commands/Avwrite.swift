internal import AVWritePipeline
internal import ArgumentParser

struct Avwrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "avwrite",
    abstract: "Transcodes, inspects and plays audio and video files.",
    discussion: "Exit codes: \(JobExit.summary).",
    subcommands: [
      TranscodeCommand.self, BatchCommand.self, InspectCommand.self, DumpCommand.self, CompareCommand.self,
      VerifyCommand.self, DiffCommand.self, PlayCommand.self, PresetsCommand.self, FormatsCommand.self,
      ExplainCommand.self, VersionCommand.self,
    ])

  /// Does what the arguments say, and ends the process where they or the command say so.
  static func run(_ arguments: [String]) {
    do {
      // The parser's own `--version` has no options.
      let asksForVersion = arguments.first == "--version"
      var command = try parseAsRoot(
        asksForVersion ? [VersionCommand.configuration.commandName ?? ""] + arguments.dropFirst() : arguments)
      try command.run()
    } catch {
      end(with: error, quoting: arguments)
    }
  }

  /// Ends the process as the parser would, but that a terminal obeys nothing of the arguments that a message quotes.
  private static func end(with error: any Error, quoting arguments: [String]) -> Never {
    var (message, code) = (fullMessage(for: error), exitCode(for: error))
    if !message.isEmpty, code.isSuccess {
      // Help, the version and scripts of completion quote nobody.
      Console.write(data: message + "\n")
    } else if !message.isEmpty {
      // A message has lines of its own.
      let quoted = arguments.flatMap { [$0] + $0.split(separator: "=", maxSplits: 1).map(String.init) }
      for text in quoted where text.contains("\n") { message = message.replacing(text, with: text.printable) }
      Console.say(lines: message + "\n")
    }
    exit(withError: code)
  }
}
