internal import AVWritePipeline
internal import ArgumentParser

struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract", _superCommandName: Avwrite.name,
    abstract: "Writes a file's subtitles, covers and attached files as files of their own.",
    discussion: """
      Subtitles are NAME.LANGUAGE.TRACK.srt, where TRACK is inspect's number, covers NAME-cover.jpg or .png, as they are stored, and attached files have \
      their own names. All of them are written, or none. A track of sound or pictures is written by transcode: \
      avwrite transcode IN OUT --tracks audio:1.

      Exit codes: 0 when all files are written, 69 where the input has nothing of what was asked for, 73 when a file \
      exists, and those of every command for files that cannot be read or written.
      """)

  @Argument(
    help: ArgumentHelp("The file or http(s) URL; '-' is the standard input.", valueName: "IN"), completion: .file())
  var input: String

  @Flag(help: "Write the subtitles, all of them or those of --tracks.")
  var subtitles = false

  @Option(
    help: ArgumentHelp("The subtitles to write: inspect's numbers, or 'subtitle:eng'.", valueName: "TRACKS"))
  var tracks: TrackSelection?

  @Option(help: "The form of subtitles. (default: srt)")
  var format: ExtractionDescription.TextForm?

  @Flag(help: "Write the covers.")
  var cover = false

  @Flag(help: "Write the attached files.")
  var attachments = false

  @Option(
    help: ArgumentHelp("The folder of the files. (default: the input's; the present one for a URL)", valueName: "DIR"),
    completion: .directory)
  var outputDir: String?

  @Option(
    help: ArgumentHelp(
      "The beginning of the names of subtitles and covers. (default: the input's name)", valueName: "NAME"))
  var name: String?

  @Flag(help: "Replace files that exist.")
  var force = false

  @Flag(help: "Print one JSON document, with every file.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors alone.")
  var quiet = false

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is the name of a file.") }
    if !subtitles, !cover, !attachments {
      throw ValidationError("--subtitles, --cover and --attachments say what to write.")
    }
    if !subtitles, tracks != nil { throw ValidationError("--tracks has no effect without --subtitles.") }
    if !subtitles, format != nil { throw ValidationError("--format has no effect without --subtitles.") }
    if name?.contains("/") == true || name?.isEmpty == true {
      throw ValidationError("--name is the beginning of a file's name; --output-dir says the folder.")
    }
    if quiet, json { throw ValidationError("--quiet and --json exclude each other.") }
  }

  private var extraction: ExtractionDescription {
    var description = ExtractionDescription(input: input)
    description.subtitles = subtitles ? tracks ?? TrackSelection(terms: [.kind(.subtitle, .all)]) : nil
    (description.textForm, description.covers, description.attachments) = (format ?? .srt, cover, attachments)
    (description.folder, description.name, description.replaces) = (outputDir, name, force)
    return description
  }

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) in
      try Extraction(extraction).run()
    } show: { result in
      if quiet { return }
      result.losses.forEach(Console.warn)
      json ? Console.write(data: result.document) : Console.write(result.text)
    }
  }
}
