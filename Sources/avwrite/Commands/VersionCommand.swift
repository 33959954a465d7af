internal import AVWritePipeline
internal import ArgumentParser

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", _superCommandName: Avwrite.name,
    abstract: "Prints the versions of the program and its libraries, and what this build supports, like --version.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() {
    json ? Console.write(data: VersionReport.json.document) : Console.write(VersionReport.text)
  }
}
