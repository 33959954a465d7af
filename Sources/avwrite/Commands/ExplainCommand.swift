internal import AVWritePipeline
internal import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", _superCommandName: Avwrite.name,
    abstract: "Explains an exit code or error code, and what to do about it.")

  @Argument(
    help: ArgumentHelp("Exit code or error code, such as 65 or E_DISK_FULL. (default: all)", valueName: "CODE"),
    completion: .list(ErrorCode.allCases.map(\.rawValue)))
  var code: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) -> CodeReference in
      if let code { try CodeReference(code: code) } else { CodeReference() }
    } show: { reference in
      json ? Console.write(data: reference.document) : Console.write(reference.text)
    }
  }
}
