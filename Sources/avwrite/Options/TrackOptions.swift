internal import AVWritePipeline
internal import ArgumentParser

struct TrackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The tracks to keep: numbers that inspect prints, such as 1,3, or kinds, such as video:1,audio:eng,text:*. "
        + "(default: all that OUT carries)", valueName: "LIST"))
  var tracks: TrackSelection?

  @Option(help: ArgumentHelp("Leave out all tracks of this kind; may be repeated.", valueName: "KIND"))
  var drop: [TrackKind] = []

  @Option(help: ArgumentHelp("Pass tracks of this kind through as they are; may be repeated.", valueName: "KIND"))
  var copy: [TrackKind] = []
}
