internal import AVWritePipeline
internal import ArgumentParser

struct Avwrite: ParsableCommand {
  /// The name of the program, before that of each command.
  static let name = "avwrite"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Transcodes, inspects and plays audio and video files.",
    discussion: "Exit codes: \(JobExit.summary).",
    subcommands: [
      TranscodeCommand.self, JoinCommand.self, CutCommand.self, BatchCommand.self, ClusterCommand.self,
      InspectCommand.self, DumpCommand.self, CompareCommand.self, VerifyCommand.self, DiffCommand.self,
      PlayCommand.self, ThumbnailsCommand.self, WaveformCommand.self, ExtractCommand.self, PresetsCommand.self,
      FormatsCommand.self, ExplainCommand.self, VersionCommand.self,
    ])

  /// Runs the command of the arguments. Ends the process if the parser or the command ends with an error, or if help or
  /// the version was asked for.
  static func run(_ words: [String]) {
    let arguments = spelledOut(words)
    do {
      // The parser's own `--version` takes no options.
      let asksForVersion = arguments.first == "--version"
      try requireCommand(arguments)
      var command = try command(
        of: asksForVersion ? [VersionCommand.configuration.commandName ?? ""] + arguments.dropFirst() : arguments)
      try command.run()
    } catch {
      end(with: error, quoting: arguments)
    }
  }

  /// Returns the command that the arguments mean, with their values.
  ///
  /// The named command first parses its own arguments. Parsing with the whole tree of commands takes a quarter longer,
  /// because the parser makes more tables. It is done only for help and for arguments that do not fit, whose messages
  /// then name the whole command.
  private static func command(of arguments: [String]) throws -> any ParsableCommand {
    if let own = configuration.subcommands.first(where: { $0.configuration.commandName == arguments.first }),
      own.configuration.subcommands.isEmpty, let command = try? own.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == own
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Returns the arguments with `--verify` given an explicit value if it has none: its value may be left out, but the
  /// parser needs one.
  private static func spelledOut(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words.indices.compactMap { index in
      switch words[index] {
      case _ where index > end: words[index]
      case "--no-verify": "--verify=false"
      case "--verify": index + 1 < end && words[index + 1] == "full" ? nil : "--verify=true"
      case "full" where index > 0 && words[index - 1] == "--verify": "--verify=full"
      default: words[index]
      }
    }
  }

  /// Checks that the words of a command are commands: the first word, the second word of a command that has
  /// subcommands, and all words after `help`.
  ///
  /// - Throws: `ValidationError` for a word that is no command.
  private static func requireCommand(_ words: [String]) throws {
    let help = "help"
    let asksForHelp = words.first == help
    var command: any ParsableCommand.Type = Self.self
    var path = ""
    for word in words.dropFirst(asksForHelp ? 1 : 0) {
      let (subcommands, isFirst) = (command.configuration.subcommands, path.isEmpty)
      // The words that follow are the command's own.
      if word.hasPrefix("-") || subcommands.isEmpty && !asksForHelp || isFirst && word == help { return }
      path += isFirst ? word : " " + word
      guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
        let names = subcommands.map { $0.configuration }.filter(\.shouldDisplay).compactMap(\.commandName)
        let meant = word.nearest(in: isFirst ? names + [help] : names).map { " Did you mean \($0)?" } ?? ""
        throw ValidationError("There is no command \(path).\(meant)")
      }
      command = next
    }
  }

  /// Returns whether an error in the arguments is printed as a document, too. If media goes to the standard output, none
  /// can be written to it.
  static func printsDocument(_ arguments: [String]) -> Bool {
    arguments.contains("--json") && !arguments.contains("-")
  }

  /// Returns the first line of the parser's message, without its "Error: ".
  private static func sentence(of message: String) -> String {
    let line = message.prefix { !$0.isNewline }
    return String(line.hasPrefix("Error: ") ? line.dropFirst("Error: ".count) : line)
  }

  /// Ends the process as the parser would, except that no terminal acts on the arguments that a message quotes.
  private static func end(with error: any Error, quoting arguments: [String]) -> Never {
    var (message, code) = (fullMessage(for: error), exitCode(for: error))
    if !message.isEmpty, code.isSuccess {
      // Help, the version and scripts of completion quote no arguments.
      Console.write(data: message + "\n")
    } else if !message.isEmpty {
      // A message keeps its own line breaks; only those that come from arguments are escaped.
      let quoted = arguments.flatMap { [$0] + $0.split(separator: "=", maxSplits: 1).map(String.init) }
      for text in quoted where text.contains("\n") { message = message.replacing(text, with: text.printable) }
      Console.say(lines: message + "\n")
      if printsDocument(arguments) { Console.deliver(failure: JobError(.usage, Self.sentence(of: message))) }
    }
    exit(withError: code)
  }
}
