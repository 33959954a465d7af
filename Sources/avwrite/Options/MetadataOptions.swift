internal import AVWritePipeline
internal import ArgumentParser

struct MetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Set an item of the file, such as title=Holiday, creationDate=2024-05-01 or an identifier that inspect tells; an"
        + " empty value leaves it out. May be repeated.", valueName: "KEY=VALUE"))
  var metadata: [MetadataChoice.Item] = []

  @Option(
    help: ArgumentHelp(
      "Set an item of a track by its number in the source, such as 2:title=Commentary. May be repeated.",
      valueName: "N:KEY=VALUE"))
  var trackMetadata: [OfTrack<MetadataChoice.Item>] = []

  @Option(
    help: ArgumentHelp(
      "Set the language of a track by its number in the source, such as 2:de. May be repeated.", valueName: "N:TAG"))
  var language: [OfTrack<LanguageTag>] = []

  @Flag(inversion: .prefixedNo, help: "Leave out all metadata, but what --metadata and --track-metadata set.")
  var stripMetadata: Bool?

  @Flag(inversion: .prefixedNo, help: "Leave out where the recording was made.")
  var stripLocation: Bool?

  var choice: MetadataChoice {
    var choice = MetadataChoice()
    choice.items = metadata
    choice.listedTrackItems = trackMetadata
    choice.listedLanguages = language
    choice.isStripped = stripMetadata
    choice.isLocationStripped = stripLocation
    return choice
  }
}
