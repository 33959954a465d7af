internal import AVWritePipeline
internal import ArgumentParser

struct WaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform", _superCommandName: Avwrite.name,
    abstract: "Writes an image of a file's sound.",
    discussion: """
      The file is NAME-waveform.png, where NAME is the input's without its extension. Each column of pixels reaches from \
      the lowest to the highest sample of its stretch of time; the height of the image is full scale. --json prints these \
      samples, too, for players that draw the wave themselves.

      Exit codes: 0 when the file is written, 69 for an input without sound, 73 when the file exists, and those of every \
      command for files that cannot be read or written.
      """)

  @Argument(
    help: ArgumentHelp("The file or http(s) URL; '-' is the standard input.", valueName: "IN"), completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp(
      "The track by inspect's number. (default: the first enabled track of sound)", valueName: "N"))
  var track: Int32?

  @Option(help: ArgumentHelp("The size of the image, in pixels. (default: 1600x240)", valueName: "WxH"))
  var size: PictureSize?

  @Flag(help: "Draw a band for each channel, one below the other.")
  var split = false

  @Option(
    help: ArgumentHelp("The wave's colour: red, green and blue, in hexadecimal. (default: 2060C0)", valueName: "RRGGBB")
  )
  var color: PictureColor?

  @Option(
    help: ArgumentHelp("The colour behind it. (default: transparent; white in JPEG)", valueName: "RRGGBB"))
  var background: PictureColor?

  @Option(help: "The kind of the file.")
  var format = ImageFormat.png

  @Option(
    help: ArgumentHelp("The folder of the file. (default: the input's; the present one for a URL)", valueName: "DIR"),
    completion: .directory)
  var outputDir: String?

  @Option(help: ArgumentHelp("The beginning of the file's name. (default: the input's name)", valueName: "NAME"))
  var name: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  @Flag(help: "Print one JSON document, with the lowest and the highest sample of every column.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors alone.")
  var quiet = false

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is the name of a file.") }
    if name?.contains("/") == true || name?.isEmpty == true {
      throw ValidationError("--name is the beginning of a file's name; --output-dir says the folder.")
    }
    if quiet, json { throw ValidationError("--quiet and --json exclude each other.") }
  }

  private var waveform: WaveformDescription {
    var description = WaveformDescription(input: input)
    (description.track, description.splitsChannels, description.format) = (track, split, format)
    if let size { description.size = size }
    if let color { description.color = color }
    (description.background, description.folder, description.name) = (background, outputDir, name)
    description.replaces = force
    return description
  }

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) in
      try Waveform(waveform).run()
    } show: { result in
      if json { Console.write(data: result.document) } else if !quiet { Console.write(result.text) }
    }
  }
}
