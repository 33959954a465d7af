internal import AVWritePipeline
internal import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets", _superCommandName: Avwrite.name,
    abstract: "Lists the presets, or prints one as a file of settings.",
    discussion: """
      Your own presets are files NAME.yaml in ~/.config/avwrite; presets of HandBrake are .json files there. To make \
      one, print a preset, change it, and save it there:

      avwrite presets web-720p > ~/.config/avwrite/mine.yaml

      Apple's names work too, in full (AVAssetExportPreset1280x720) and as avconvert takes them (Preset1280x720).
      """)

  @Argument(
    help: ArgumentHelp("Preset to print. (default: list all)", valueName: "NAME"), completion: .presets)
  var name: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let run = ResultRun(printsDocument: json)
    guard let name else { return try list(run) }
    try run.run { () throws(JobError) in
      try PresetCatalog().preset(named: name)
    } show: { preset in
      Console.write(data: json ? [preset].document : preset.text)
    }
  }

  private func list(_ run: ResultRun) throws {
    try run.run { () throws(JobError) in
      PresetCatalog().all()
    } show: { catalog in
      json ? Console.write(data: catalog.presets.document) : Console.write(catalog.presets.text)
      for problem in catalog.problems { Console.warn("\(problem)") }
    }
  }
}
