internal import AVWritePipeline
internal import ArgumentParser

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", _superCommandName: Avwrite.name,
    abstract: "Lists the containers that this build writes and the codecs it encodes for them.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() {
    json ? Console.write(data: FormatTable.json.document) : Console.write(FormatTable.text)
  }
}
