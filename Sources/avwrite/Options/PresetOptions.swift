internal import AVWritePipeline
internal import ArgumentParser

struct PresetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Begin with the settings of this name, as presets lists them; what other options say takes their place.",
      valueName: "NAME"), completion: .presets)
  var preset: String?

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Begin with those in this file: options without their dashes, such as \"crf: 20\", or one of HandBrake's presets.",
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
