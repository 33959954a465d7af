internal import AVWritePipeline
internal import ArgumentParser

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what one file tells and another does not, or tells otherwise.",
    discussion: """
      Every fact of A is kept in B, converted or dropped; what B alone tells is added. Tracks of one kind belong \
      together where language and coding agree, and else in their order. Samples are not looked at: verify does that.

      Exit codes: 0 when nothing of A is dropped, 1 when something is, and those of every command for files that \
      cannot be read.
      """)

  @Argument(help: ArgumentHelp("The file whose facts are looked for.", valueName: "A"), completion: .file())
  var before: String

  @Argument(help: ArgumentHelp("The file in which they are looked for.", valueName: "B"), completion: .file())
  var after: String

  @Flag(help: "Print one JSON document.")
  var json = false

  /// The exit code for a difference, as in the program `diff`.
  private static let dropped = ExitCode(1)

  func validate() throws {
    if before == "-", after == "-" { throw ValidationError("One of the two files may be the standard input.") }
  }

  func run() throws {
    let difference: FileDifference
    do throws(JobError) {
      difference = try FileDifference(before, after)
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
    json ? Console.write(data: difference.document) : Console.write(difference.text)
    if !difference.isComplete { throw Self.dropped }
  }
}
