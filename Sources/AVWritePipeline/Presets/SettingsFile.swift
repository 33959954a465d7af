internal import YAML

/// A user's file of settings: the options' names with their values, the preset that they build on, and a summary.
struct SettingsFile {
  /// The value of `summary:`.
  var summary: String?
  /// The value of `preset:`, whose settings hold where the file sets none.
  var base: String?
  var settings: Settings

  /// - Throws: `JobError` of exit 78, with the line.
  init(_ file: YAMLFile) throws(JobError) {
    guard let entries = file.root.entries else {
      throw file.error("is not a list of settings such as \"crf: 20\"", at: file.root)
    }
    var reader = SettingsReader(file)
    for entry in entries {
      switch entry.key.text {
      case "summary": summary = try Self.text(of: entry.value, "summary", file)
      case "preset": base = try Self.text(of: entry.value, "preset", file)
      default: if try !reader.read(entry.key, entry.value) { throw reader.unknown(entry.key) }
      }
    }
    settings = reader.settings
  }

  private static func text(of node: YAMLNode, _ name: String, _ file: YAMLFile) throws(JobError) -> String {
    guard let text = node.text else { throw file.error("\(name) must be one line of text", at: node) }
    return text
  }
}
