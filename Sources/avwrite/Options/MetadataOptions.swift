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

  @Flag(help: "Leave out all metadata, but what --metadata and --track-metadata set.")
  var stripMetadata = false

  @Flag(help: "Leave out where the recording was made.")
  var stripLocation = false

  var choice: MetadataChoice {
    var choice = MetadataChoice()
    choice.items = metadata
    for item in trackMetadata { choice.trackItems[item.track, default: []].append(item.value) }
    for item in language { choice.languages[item.track] = item.value.tag }
    choice.isStripped = stripMetadata
    choice.isLocationStripped = stripLocation
    return choice
  }

  /// A value for one track: `N:VALUE`.
  struct OfTrack<Value: ExpressibleByArgument>: ExpressibleByArgument {
    var track: Int32
    var value: Value

    init?(argument: String) {
      let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let track = Int32(parts[0]), let value = Value(argument: String(parts[1])) else {
        return nil
      }
      self.track = track
      self.value = value
    }
  }

  /// A language of BCP 47.
  struct LanguageTag: ExpressibleByArgument {
    var tag: String

    init?(argument: String) {
      guard LanguageCode.isTag(argument) else { return nil }
      tag = argument
    }
  }
}
