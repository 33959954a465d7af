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

  @Option(
    help: ArgumentHelp(
      "Add the tracks of another file, such as music.m4a, or those of a kind, such as music.m4a:audio, and give them a "
        + "language, such as subs.srt:subtitle:de. With --drop they take the place of IN's. May be repeated.",
      valueName: "FILE:KIND:LANGUAGE"), completion: .file())
  var add: [AddedTracks] = []
}
