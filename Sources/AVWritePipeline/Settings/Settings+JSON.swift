extension Settings {
  /// What is said, by the names of the options; `Schemas/settings.schema.json` describes it.
  package var json: JSON {
    .object(
      Setting.all.compactMap { setting in
        setting.spelling(self).map { JSON.Member(name: setting.name, value: $0) }
      })
  }

  /// What is said as lines of a file of settings.
  package var yaml: String {
    Setting.all.compactMap { setting in
      setting.spelling(self).map { "\(setting.name): \($0.yaml)\n" }
    }.joined()
  }
}

extension JSON {
  /// The value in YAML, which JSON is a part of; words stand without quotes.
  fileprivate var yaml: String {
    switch self {
    case .string(let text) where text.isWord: text
    case .array(let values): "[" + values.map(\.yaml).joined(separator: ", ") + "]"
    default: line
    }
  }
}

extension String {
  /// Whether YAML reads it as text without quotes: it begins with a letter, and has nothing that YAML gives a meaning.
  fileprivate var isWord: Bool {
    first?.isLetter == true && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}
