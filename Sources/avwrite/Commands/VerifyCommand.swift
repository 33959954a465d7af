internal import AVWritePipeline
internal import ArgumentParser

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: Avwrite.name,
    abstract: "Checks every sample of a file, and compares it with its source.",
    discussion: """
      Every sample is decoded. With --quick, samples are read as they are stored: their places, framing, counts and \
      times are checked, and damage within a picture or a packet of sound is not found.

      With --against, each track must have as many pictures or as much sound as in IN, presented at the same times. \
      The ledger lists the facts of IN that are kept, converted or dropped; a missing track is a dropped fact. If OUT \
      was made from a part of IN, give the same --start, --end or --duration as for transcode.

      Exit codes: 0 if OUT is verified; 80 if a sample does not decode or has another time, or if a fact that \
      --require names is missing; 66 or 67 if a file cannot be read.
      """)

  @Argument(help: ArgumentHelp("File to check.", valueName: "OUT"), completion: .file())
  var output: String

  @Option(help: ArgumentHelp("File from which it was made.", valueName: "IN"), completion: .file())
  var against: String?

  @OptionGroup(title: "Part of IN from which OUT was made") var time: TimeOptions
  @OptionGroup var required: RequirementOptions

  @Flag(help: "Do not decode: check structure, tables and times alone.")
  var quick = false

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    if output == "-", against == "-" {
      throw ValidationError("OUT and IN are both '-': only one of them can be the standard input.")
    }
    if time.selection != TimeSelection(), against == nil {
      throw ValidationError("--start, --end and --duration need --against: they are times of IN.")
    }
    if !required.requirements.isEmpty, against == nil { throw ValidationError("--require needs --against.") }
  }

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) -> VerificationResult in
      try required.requireOneMachine()
      return try FileVerification(
        output, against: against, time: time.selection, requirements: required.requirements,
        decodes: !quick
      ).run()
    } show: { result in
      json ? Console.write(data: result.document) : Console.write(result.text)
      for problem in result.problems { Console.complain(JobError(.verificationFailed, problem.message)) }
      if result.exit != .complete { throw ExitCode(result.exit.code) }
    }
  }
}
