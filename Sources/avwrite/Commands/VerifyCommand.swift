internal import AVWritePipeline
internal import ArgumentParser

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Decodes every sample of a file, and compares it with what it was made of.",
    discussion: """
      Against another file: each track has as many pictures or as much sound, presented at the same times; the ledger \
      tells which facts are there. Tracks that are not there are facts that are dropped. Of an OUT that was made of a part \
      of IN, the same options of time say which.

      Exit codes: 0 when all is well, 80 when a sample does not decode or is not in its place, or what --require names \
      is not there, and those of every command for files that cannot be read.
      """)

  @Argument(help: ArgumentHelp("The file to check.", valueName: "OUT"), completion: .file())
  var output: String

  @Option(help: ArgumentHelp("The file that it was made of.", valueName: "IN"), completion: .file())
  var against: String?

  @OptionGroup(title: "The part of IN that OUT was made of") var time: TimeOptions
  @OptionGroup var required: RequirementOptions

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    if output == "-", against == "-" { throw ValidationError("One of the two files may be the standard input.") }
    if time.selection != TimeSelection(), against == nil { throw ValidationError("A part of IN needs --against IN.") }
    if !required.requirements.isEmpty, against == nil { throw ValidationError("--require needs --against.") }
  }

  func run() throws {
    let result: VerificationResult
    do throws(JobError) {
      result = try FileVerification(
        output, against: against, time: time.selection, requirements: required.requirements
      ).run()
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
    json ? Console.write(data: result.document) : Console.write(result.text)
    for problem in result.problems { Console.complain(JobError(.verificationFailed, problem.message)) }
    if result.exit != .complete { throw ExitCode(result.exit.code) }
  }
}
