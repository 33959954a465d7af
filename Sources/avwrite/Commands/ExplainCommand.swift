internal import AVWritePipeline
internal import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains an exit code or error code, and what to do about it.")

  @Argument(
    help: ArgumentHelp("Exit code or error code, such as 65 or E_DISK_FULL. (default: all)", valueName: "CODE"),
    completion: .list(ErrorCode.allCases.map(\.rawValue)))
  var code: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    do throws(JobError) {
      let reference = if let code { try CodeReference(code: code) } else { CodeReference() }
      json ? Console.write(data: reference.document) : Console.write(reference.text)
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
  }
}
