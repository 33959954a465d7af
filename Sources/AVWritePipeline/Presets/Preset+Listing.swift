extension Preset {
  /// The preset as a file of settings that means the same.
  package var text: String { "# \(name): \(summary.printable)\n\(settings.yaml)" }

  /// The preset as an entry of `Schemas/presets.schema.json`.
  package var json: JSON {
    var file: JSON = .null
    if case .file(let path) = origin { file = JSON(path) }
    let entry: JSON = [
      "name": JSON(name), "summary": JSON(summary), "origin": JSON(origin.name), "file": file,
      "settings": settings.json,
      "ignored": ignored.isEmpty ? .null : .array(ignored.map { JSON($0) }),
    ]
    return entry.withoutNulls
  }
}

extension Preset.Origin {
  fileprivate var name: String {
    switch self {
    case .builtIn: "built-in"
    case .apple: "apple"
    case .file: "user"
    }
  }
}

extension [Preset] {
  /// A line for each preset, with its name and summary: this build's, Apple's and the user's.
  package var text: String {
    ["built-in", "apple", "user"].map { origin in filter { $0.origin.name == origin }.table }.joined()
  }

  /// The presets as lines, with the names in a column as wide as the longest.
  private var table: String {
    let width = map(\.name.count).max() ?? 0
    return map { preset in
      preset.name + String(repeating: " ", count: width - preset.name.count + 2) + preset.summary.printable + "\n"
    }.joined()
  }

  /// The presets as JSON, which `Schemas/presets.schema.json` describes.
  package var document: String {
    (["v": 1, "type": "presets", "presets": .array(map(\.json))] as JSON).document
  }
}
