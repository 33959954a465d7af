internal import AVWritePipeline
internal import ArgumentParser

struct PresetOptions: ParsableArguments {
  // The parser would silently keep the last of several values. So both are lists, which may have one element at most.
  @Option(
    name: .customLong("preset"),
    help: ArgumentHelp(
      "Start from a preset; other options override it. 'avwrite presets' lists the names.",
      valueName: "NAME"), completion: .presets)
  var presets: [String] = []

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Start from a file of settings: options without their dashes, such as \"crf: 20\", or a HandBrake preset.",
      valueName: "FILE.yaml"), completion: .file(extensions: ["yaml", "yml", "json"]))
  var files: [String] = []

  func validate() throws {
    for (option, values) in [("--preset", presets), ("--settings", files)] where values.count > 1 {
      throw ValidationError("\(option) is given twice for one output: give it once.")
    }
  }

  /// Returns the chosen preset, with the settings of the file. Nil means that neither was chosen.
  ///
  /// - Throws: `JobError` of exit 78.
  func chosen() throws(JobError) -> Preset? {
    let catalog = PresetCatalog()
    if let file = files.first { return try catalog.preset(named: presets.first, with: file) }
    guard let preset = presets.first else { return nil }
    return try catalog.preset(named: preset)
  }
}
