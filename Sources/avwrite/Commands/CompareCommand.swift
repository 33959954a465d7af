internal import AVWritePipeline
internal import ArgumentParser

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", _superCommandName: Avwrite.name,
    abstract: "Measures the picture quality of a file against its original.",
    discussion: """
      Prints PSNR and SSIM for all pictures and for the worst one, and VMAF where libvmaf is installed. Each picture \
      is compared with the picture at the same time in REF, in REF's size, chroma format and range. Pictures that \
      have no counterpart are counted.

      If OUT was made from a part of REF, give the same --start, --end or --duration as for transcode.
      """)

  @Argument(help: ArgumentHelp("Original file.", valueName: "REF"), completion: .file())
  var reference: String

  @Argument(help: ArgumentHelp("File made from it.", valueName: "OUT"), completion: .file())
  var output: String

  @OptionGroup(title: "Part of REF from which OUT was made") var time: TimeOptions

  @Flag(help: "Print one JSON document, with the values of every picture.")
  var json = false

  @Option(
    help: ArgumentHelp("Write an HTML page with quality and bit rate over time.", valueName: "FILE.html"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Flag(help: "Replace the report if it exists.")
  var force = false

  func validate() throws {
    if reference == "-", output == "-" {
      throw ValidationError("REF and OUT are both '-': only one of them can be the standard input.")
    }
    if force, report == nil { throw ValidationError("--force has no effect without --report.") }
  }

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) in
      try Comparison(
        reference: reference, output: output, time: time.selection,
        report: report.map { .init(path: $0, replaces: force) }
      ).run()
    } show: { result in
      json ? Console.write(data: result.document) : Console.write(result.text)
    }
  }
}
