internal import YAML

/// An output of a file of jobs: its path or the parts of its naming, and its settings.
struct JobFileOutput {
  private var path: String?
  private var folder: String?
  private var suffix: String?
  private var keepsExtension: Bool?
  private var preset: Preset?
  private var settings = Settings()

  /// - Parameter node: a path alone, or a list of settings.
  /// - Throws: `JobError` of exit 78, with the line.
  init(_ node: YAMLNode, in file: YAMLFile, _ presets: PresetCatalog) throws(JobError) {
    if let name = node.text {
      path = try Self.checkedPath(name, node, file)
      return
    }
    guard let entries = node.entries else {
      throw file.error("is not an output such as \"out.mp4\" or \"crf: 20\"", at: node)
    }
    var reader = SettingsReader(file)
    for entry in entries {
      switch entry.key.text {
      case "path": path = try Self.checkedPath(Self.text(entry, file), entry.value, file)
      case "output-dir": folder = try Self.text(entry, file)
      case "suffix": suffix = try Self.text(entry, file)
      case "keep-extension":
        guard let text = entry.value.text, ["true", "false"].contains(text) else {
          throw file.error("keep-extension must be true or false", at: entry.value)
        }
        keepsExtension = text == "true"
      case "preset":
        do throws(JobError) {
          preset = try presets.preset(named: try Self.text(entry, file))
        } catch {
          throw file.error(error.message, at: entry.value)
        }
      default: if try !reader.read(entry.key, entry.value) { throw reader.unknown(entry.key) }
      }
    }
    if path != nil, let part = namingParts.first {
      throw file.error("path is the whole name of the output, and \(part) makes one of the input's", at: node)
    }
    settings = reader.settings
    if let contradiction = (preset?.settings ?? Settings()).overridden(by: settings).contradiction {
      throw file.error(contradiction, at: node)
    }
  }

  /// The keys that were given for a name made of the input's.
  private var namingParts: [String] {
    [folder.map { _ in "output-dir" }, suffix.map { _ in "suffix" }, keepsExtension.map { _ in "keep-extension" }]
      .compactMap(\.self)
  }

  /// Returns a path, which is no stream: jobs that run at once would mix theirs, and with the batch's own document.
  private static func checkedPath(_ path: String, _ node: YAMLNode, _ file: YAMLFile) throws(JobError) -> String {
    guard path != String.pathOfStandardOutput else {
      throw file.error(
        "a batch writes files, and not to the standard output", at: node, hint: "use avwrite transcode IN -")
    }
    return path
  }

  private static func text(_ entry: YAMLNode.Entry, _ file: YAMLFile) throws(JobError) -> String {
    guard let text = entry.value.text, !text.isEmpty else {
      throw file.error("\(entry.key.text ?? "") needs a text", at: entry.value)
    }
    return text
  }

  /// Returns the output with the naming and settings of another one where it has none itself.
  func output(beneath other: BatchJob.Output) -> BatchJob.Output {
    var output = other
    output.path = path
    if let folder { output.naming.folder = folder }
    if let suffix { output.naming.suffix = suffix }
    if let keepsExtension { output.naming.keepsExtension = keepsExtension }
    if let preset {
      output.rendition.settings = output.rendition.settings.overridden(by: preset.settings)
      output.rendition.describingPaths += preset.files
    }
    // The extension of a name overrides the container of the other output's settings, but not the container that this
    // entry states.
    if let path { output.rendition.settings = output.rendition.settings.named(path) }
    output.rendition.settings = output.rendition.settings.overridden(by: settings)
    return output
  }
}
