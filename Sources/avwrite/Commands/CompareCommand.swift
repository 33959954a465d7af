internal import AVWritePipeline
internal import ArgumentParser

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measures how near the pictures of a file are to those of its original.",
    discussion: """
      PSNR and SSIM of every picture and of all, each with the picture at its time, in the original's size, chroma and \
      range. Pictures that only one of the two has are counted.

      Of an OUT that was made of a part of REF, the same options of time say which.
      """)

  @Argument(help: ArgumentHelp("The original.", valueName: "REF"), completion: .file())
  var reference: String

  @Argument(help: ArgumentHelp("The file that was made of it.", valueName: "OUT"), completion: .file())
  var output: String

  @OptionGroup(title: "The part of REF that OUT was made of") var time: TimeOptions

  @Flag(help: "Print one JSON document, with every picture.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a page with quality and bit rate over time.", valueName: "FILE.html"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Flag(help: "Replace the report if it exists.")
  var force = false

  func validate() throws {
    if reference == "-", output == "-" { throw ValidationError("One of the two files may be the standard input.") }
  }

  func run() throws {
    do throws(JobError) {
      if json { try Console.requireOutput() }
      // An interrupted comparison has no result worth keeping, and no unfinished report may stay.
      let questions = SignalWatcher().watch(onInterrupt: { JobExit.interrupted(by: $0).endProcess() }, onStatus: {})
      let result = try withExtendedLifetime(questions) { () throws(JobError) in
        try Comparison(
          reference: reference, output: output, time: time.selection,
          report: report.map { .init(path: $0, replaces: force) }
        ).run()
      }
      json ? Console.write(data: result.document) : Console.write(result.text)
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
  }
}
