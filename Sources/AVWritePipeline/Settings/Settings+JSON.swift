extension Settings {
  /// The values of the settings, by the names of the options; `Schemas/settings.schema.json` describes the document.
  package var json: JSON {
    .object(
      Setting.all.compactMap { setting in
        setting.spelling(self).map { JSON.Member(name: setting.name, value: $0) }
      })
  }

  /// The values of the settings, as lines of a file of settings.
  package var yaml: String {
    Setting.all.compactMap { setting in
      setting.spelling(self).map { "\(setting.name): \($0.yaml)\n" }
    }.joined()
  }
}

extension JSON {
  /// The value in YAML, of which JSON is a part; words stand without quotes.
  fileprivate var yaml: String {
    switch self {
    case .string(let text) where text.isWord: text
    case .array(let values): "[" + values.map(\.yaml).joined(separator: ", ") + "]"
    default: line
    }
  }
}

extension String {
  /// A Boolean value that says whether YAML reads the text correctly without quotes: it begins with a letter, and has
  /// no character that is special in YAML.
  fileprivate var isWord: Bool {
    first?.isLetter == true && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}
