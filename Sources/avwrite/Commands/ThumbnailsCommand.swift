internal import AVWritePipeline
internal import ArgumentParser

struct ThumbnailsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails", _superCommandName: Avwrite.name,
    abstract: "Writes images of a file's pictures: at times, evenly, or as sheets.",
    discussion: """
      The files are NAME-0001.jpg and so on, or NAME-sheet-0001.jpg, where NAME is the input's without its extension. All \
      of them are written, or none. Pictures are upright, have square pixels, and high dynamic range is mapped to that of \
      screens without it.

      With --every and --count the picture is the nearest one that can be decoded by itself, at most half an interval \
      away, which is many times faster than --exact.

      Exit codes: 0 when all files are written, 64 where there is no picture at a time, 69 for an input without pictures, \
      73 when a file exists, and those of every command for files that cannot be read or written.
      """)

  @Argument(
    help: ArgumentHelp(
      "The file, pattern of image files or http(s) URL; '-' is the standard input.", valueName: "IN"),
    completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp(
      "Take a picture at exactly this time: seconds or hh:mm:ss.mmm. May be given again.", valueName: "TIME"))
  var at: [TimePoint] = []

  @Option(help: ArgumentHelp("Take a picture after every interval, from the start on.", valueName: "TIME"))
  var every: TimePoint?

  @Option(help: ArgumentHelp("Take N pictures, each from the middle of an equal part.", valueName: "N"))
  var count: Int?

  @Option(
    name: [.customLong("frame-rate"), .customLong("fps")],
    help: ArgumentHelp("The pictures per second of a sequence of images, which needs it.", valueName: "N"))
  var frameRate: FrameRate?

  @Flag(help: "Take the pictures of --every and --count at exactly their times.")
  var exact = false

  @Option(
    help: ArgumentHelp("The folder of the files. (default: the input's; the present one for a URL)", valueName: "DIR"),
    completion: .directory)
  var outputDir: String?

  @Option(help: ArgumentHelp("The beginning of the files' names. (default: the input's name)", valueName: "NAME"))
  var name: String?

  @Option(help: "The kind of the files.")
  var format = ImageFormat.jpeg

  @Option(help: ArgumentHelp("The quality of JPEG and WebP, 0 to 100. (default: 85)", valueName: "N"))
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "Scale pictures down to fit in this size. (default: their own; 320x320 for sheets)", valueName: "WxH"))
  var maxSize: PictureSize?

  @Option(help: ArgumentHelp("Write sheets of so many columns and rows of pictures.", valueName: "CxR"))
  var sheet: SheetGrid?

  @Flag(help: "Write NAME.vtt, too: the picture of each stretch of time, for players of the web.")
  var vtt = false

  @Flag(help: "Replace files that exist.")
  var force = false

  @Flag(help: "Print one JSON document, with every picture.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors alone.")
  var quiet = false

  /// The size of the pictures on a sheet: four of them fill the width of a page.
  private static let sheetSize = PictureSize(width: 320, height: 320)

  func validate() throws {
    if input.isEmpty { throw ValidationError("IN is the name of a file.") }
    if [!at.isEmpty, every != nil, count != nil].count(where: { $0 }) != 1 {
      throw ValidationError("One of --at, --every and --count says which pictures.")
    }
    if let count, !(1...ThumbnailDescription.mostPictures).contains(count) {
      throw ValidationError("--count is a number from 1 to \(ThumbnailDescription.mostPictures).")
    }
    if exact, !at.isEmpty { throw ValidationError("--exact has no effect: pictures of --at are exact.") }
    if let quality {
      if !(0...100).contains(quality) { throw ValidationError("--quality is a number from 0 to 100.") }
      if format == .png { throw ValidationError("--quality has no effect: png is without loss.") }
    }
    if name?.contains("/") == true || name?.isEmpty == true {
      throw ValidationError("--name is the beginning of a file's name; --output-dir says the folder.")
    }
    if quiet, json { throw ValidationError("--quiet and --json exclude each other.") }
  }

  private var thumbnails: ThumbnailDescription {
    let times: ThumbnailDescription.Times =
      if let every { .every(every) } else if let count { .count(count) } else { .at(at) }
    var description = ThumbnailDescription(input: input, times: times)
    (description.folder, description.name, description.format) = (outputDir, name, format)
    if let quality { description.quality = quality }
    description.maximumSize = maxSize ?? (sheet == nil ? nil : Self.sheetSize)
    description.imageRate = frameRate
    (description.isExact, description.sheet, description.writesIndex) = (exact, sheet, vtt)
    description.replaces = force
    return description
  }

  func run() throws {
    try ResultRun(printsDocument: json).run { () throws(JobError) in
      try Thumbnails(thumbnails).run()
    } show: { result in
      if json { Console.write(data: result.document) } else if !quiet { Console.write(result.text) }
    }
  }
}
