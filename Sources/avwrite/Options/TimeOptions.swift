internal import AVWritePipeline
internal import ArgumentParser

struct TimeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Start of the part to take: seconds, hh:mm:ss.mmm or a timecode.", valueName: "TIME"))
  var start: TimePoint?

  @Option(help: ArgumentHelp("End of the part, written like --start.", valueName: "TIME"))
  var end: TimePoint?

  @Option(help: ArgumentHelp("Length of the part, from --start on.", valueName: "TIME"))
  var duration: TimePoint?

  func validate() throws {
    if end != nil, duration != nil { throw ValidationError("--end and --duration exclude each other.") }
  }

  var selection: TimeSelection {
    TimeSelection(start: start, end: end.map { .at($0) } ?? duration.map { .after($0) })
  }
}
