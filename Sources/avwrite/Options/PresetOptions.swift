internal import AVWritePipeline
internal import ArgumentParser

struct PresetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Start from a preset; other options override it. 'avwrite presets' lists the names.",
      valueName: "NAME"), completion: .presets)
  var preset: String?

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Start from a file of settings: options without their dashes, such as \"crf: 20\", or a HandBrake preset.",
      valueName: "FILE.yaml"), completion: .file(extensions: ["yaml", "yml", "json"]))
  var file: String?

  /// Returns the chosen preset, with the file's settings; nil where neither was chosen.
  ///
  /// - Throws: `JobError` of exit 78.
  func chosen() throws(JobError) -> Preset? {
    let catalog = PresetCatalog()
    if let file { return try catalog.preset(named: preset, with: file) }
    guard let preset else { return nil }
    return try catalog.preset(named: preset)
  }
}
