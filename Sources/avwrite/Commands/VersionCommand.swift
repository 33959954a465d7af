internal import AVWritePipeline
internal import ArgumentParser

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Names the program's version, its libraries' and what this build can do; so does --version.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() {
    json ? Console.write(data: VersionReport.json.document) : Console.write(VersionReport.text)
  }
}
