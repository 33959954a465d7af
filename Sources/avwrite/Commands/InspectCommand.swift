internal import AVWritePipeline
internal import ArgumentParser

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", _superCommandName: Avwrite.name,
    abstract: "Shows what a file contains: tracks, codecs, times, colour, languages.")

  @Argument(
    help: ArgumentHelp("Files or http(s) URLs to read. '-' is the standard input.", valueName: "IN"),
    completion: .file())
  var inputs: [String]

  @Flag(help: "Print one JSON document.")
  var json = false

  /// Shows every file that can be read; the first failure decides the exit code.
  func run() throws {
    let inspections = inputs.map(Inspection.init(path:))
    if json {
      Console.write(data: Inspection.json(inspections).document)
    } else {
      for inspection in inspections {
        if let text = inspection.text { Console.write(text) }
      }
    }
    for case let error? in inspections.map(\.error) { Console.complain(error) }
    if let first = inspections.lazy.compactMap(\.error).first { throw ExitCode(first.exit.code) }
  }
}
