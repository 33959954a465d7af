internal import AVWritePipeline
internal import ArgumentParser

struct MetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set a metadata item of the file. KEY is one of \(MetadataChoice.Item.names.joined(separator: ", ")), or an "
        + "identifier that inspect shows. An empty VALUE removes the item. May be repeated.", valueName: "KEY=VALUE"),
    transform: { try named($0) { MetadataChoice.Item(argument: $0) } })
  var metadata: [MetadataChoice.Item] = []

  @Option(
    help: ArgumentHelp(
      "Set a metadata item of track N of the source, such as 2:title=Commentary. May be repeated.",
      valueName: "N:KEY=VALUE"),
    transform: { try named($0) { OfTrack<MetadataChoice.Item>(argument: $0) } })
  var trackMetadata: [OfTrack<MetadataChoice.Item>] = []

  @Option(
    help: ArgumentHelp(
      "Set the language (BCP 47) of track N of the source, such as 2:de. May be repeated.", valueName: "N:TAG"))
  var language: [OfTrack<LanguageTag>] = []

  @Option(
    help: ArgumentHelp("JPEG or PNG picture that replaces the source's covers.", valueName: "FILE"),
    completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var cover: String?

  @Option(
    help: ArgumentHelp(
      "Chapters that replace the source's: lines such as '00:01:30 Title', or a chapter file of ffmpeg or Matroska.",
      valueName: "FILE"), completion: .file())
  var chapters: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Remove all metadata except what --metadata and --track-metadata set, and all attached files except fonts.")
  var stripMetadata: Bool?

  @Flag(inversion: .prefixedNo, help: "Remove the place of recording.")
  var stripLocation: Bool?

  /// Returns the item of an argument.
  ///
  /// - Throws: `ValidationError` with the names that exist, or about the value.
  private static func named<Item>(_ text: String, _ read: (String) -> Item?) throws -> Item {
    if let item = read(text) { return item }
    let head = text.prefix { $0 != "=" }
    let key = head.split(separator: ":").last.map(String.init) ?? ""
    if text.contains("="), read("\(head)=") != nil {
      throw ValidationError("\(key) does not take this text: its value is a number, or a picture, which --cover sets.")
    }
    if let name = key.nearest(in: MetadataChoice.Item.names), text.contains("=") {
      throw ValidationError("There is no item \(key). Did you mean \(name)?")
    }
    throw ValidationError(
      "KEY is an identifier or one of \(MetadataChoice.Item.names.joined(separator: ", ")), followed by = and a text."
    )
  }

  var choice: MetadataChoice {
    var choice = MetadataChoice()
    choice.items = metadata
    choice.listedTrackItems = trackMetadata
    choice.listedLanguages = language
    choice.cover = cover
    choice.chapters = chapters
    choice.isStripped = stripMetadata
    choice.isLocationStripped = stripLocation
    return choice
  }
}
