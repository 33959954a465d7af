internal import AVWritePipeline
internal import ArgumentParser

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: Avwrite.name,
    abstract: "Lists the differences between the facts of two files.",
    discussion: """
      Facts are what inspect shows: tracks, codecs, times, languages, metadata, chapters. Each fact of A is kept in \
      B, converted or dropped; a fact that only B has is added. Tracks of one kind are matched by language and codec, \
      then by order. Samples are not compared: use verify for that.

      Exit codes: 0 if no fact of A is dropped, 1 if one is, and 66 or 67 if a file cannot be read.
      """)

  @Argument(help: ArgumentHelp("File whose facts are looked up in B.", valueName: "A"), completion: .file())
  var before: String

  @Argument(help: ArgumentHelp("File to compare with A.", valueName: "B"), completion: .file())
  var after: String

  @Flag(help: "Print one JSON document.")
  var json = false

  /// The exit code for a difference, as in the program `diff`.
  private static let dropped = ExitCode(1)

  func validate() throws {
    if before == "-", after == "-" {
      throw ValidationError("A and B are both '-': only one of them can be the standard input.")
    }
  }

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) in
      try FileDifference(before, after)
    } show: { difference in
      json ? Console.write(data: difference.document) : Console.write(difference.text)
      if !difference.isComplete { throw Self.dropped }
    }
  }
}
