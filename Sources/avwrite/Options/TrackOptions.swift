internal import AVWritePipeline
internal import ArgumentParser

struct TrackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Tracks to keep: numbers that inspect shows, such as 1,3, or kinds, such as video:1,audio:eng,text:*. (default: "
        + "all that OUT can carry)", valueName: "LIST"))
  var tracks: TrackSelection?

  @Option(help: ArgumentHelp("Leave out all tracks of this kind. May be repeated.", valueName: "KIND"))
  var drop: [TrackKind] = []

  @Option(help: ArgumentHelp("Copy tracks of this kind without encoding. May be repeated.", valueName: "KIND"))
  var copy: [TrackKind] = []
}
