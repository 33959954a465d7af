internal import YAML

/// A reader of a file's settings, key by key.
struct SettingsReader {
  let file: YAMLFile
  private(set) var settings = Settings()
  private var found: [Setting] = []

  init(_ file: YAMLFile) { self.file = file }

  /// Reads the value of a key.
  ///
  /// - Returns: False if the key is not the name of a setting.
  /// - Throws: `JobError` of exit 78 with the line, for an impossible value, and for one that excludes another.
  mutating func read(_ key: YAMLNode, _ value: YAMLNode) throws(JobError) -> Bool {
    guard let setting = key.text.flatMap(Setting.named) else { return false }
    guard let texts = setting.isList ? value.texts : value.text.map({ [$0] }), setting.read(texts, &settings) else {
      throw file.error("\(setting.name) must be \(setting.form)", at: value)
    }
    if let other = found.first(where: { $0.spelling(settings) == nil }) {
      throw file.error("\(setting.name) and \(other.name) exclude each other", at: key)
    }
    found.append(setting)
    return true
  }

  /// Returns the error for a key that no setting has.
  func unknown(_ key: YAMLNode) -> JobError {
    file.error(
      "\(key.text ?? "a key that is not a word") is not a setting", at: key,
      hint: "settings are the options of transcode for an output, without their dashes")
  }
}
