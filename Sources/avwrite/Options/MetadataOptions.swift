internal import AVWritePipeline
internal import ArgumentParser

struct MetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set an item of the file: \(MetadataChoice.Item.names.joined(separator: ", ")), or an identifier that inspect"
        + " tells. An empty value leaves it out. May be repeated.", valueName: "KEY=VALUE"),
    transform: { try named($0) { MetadataChoice.Item(argument: $0) } })
  var metadata: [MetadataChoice.Item] = []

  @Option(
    help: ArgumentHelp(
      "Set an item of a track by its number in the source, such as 2:title=Commentary. May be repeated.",
      valueName: "N:KEY=VALUE"),
    transform: { try named($0) { OfTrack<MetadataChoice.Item>(argument: $0) } })
  var trackMetadata: [OfTrack<MetadataChoice.Item>] = []

  @Option(
    help: ArgumentHelp(
      "Set the language of a track by its number in the source, such as 2:de. May be repeated.", valueName: "N:TAG"))
  var language: [OfTrack<LanguageTag>] = []

  @Option(
    help: ArgumentHelp("Put this JPEG or PNG picture in the place of the source's covers.", valueName: "FILE"),
    completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var cover: String?

  @Option(
    help: ArgumentHelp(
      "Put these chapters in the place of the source's: lines such as '00:01:30 Title', or a list of ffmpeg's or "
        + "Matroska's.", valueName: "FILE"), completion: .file())
  var chapters: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Leave out all metadata, but what --metadata and --track-metadata set, and attached files, but fonts.")
  var stripMetadata: Bool?

  @Flag(inversion: .prefixedNo, help: "Leave out where the recording was made.")
  var stripLocation: Bool?

  /// Returns the item of an argument.
  ///
  /// - Throws: `ValidationError` with the names that exist.
  private static func named<Item>(_ text: String, _ read: (String) -> Item?) throws -> Item {
    if let item = read(text) { return item }
    let key = text.prefix { $0 != "=" }.split(separator: ":").last.map(String.init) ?? ""
    if let name = key.nearest(in: MetadataChoice.Item.names), text.contains("=") {
      throw ValidationError("There is no item \(key). Did you mean \(name)?")
    }
    throw ValidationError(
      "KEY is an identifier or one of \(MetadataChoice.Item.names.joined(separator: ", ")), with = and a text behind it."
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
