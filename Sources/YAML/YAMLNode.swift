/// A value of a document in YAML 1.1 or JSON, and the line on which it begins.
package struct YAMLNode: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    /// A word or number in its written form.
    case scalar(String)
    /// Nothing: no value, `~` or `null`.
    case null
    case sequence([YAMLNode])
    /// Entries in the order of the document; no key occurs twice.
    case mapping([Entry])
  }

  package struct Entry: Sendable, Hashable {
    package var key: YAMLNode
    package var value: YAMLNode
  }

  package var value: Value
  /// The line, from 1.
  package var line: Int
}

extension YAMLNode {
  /// The text of a scalar, or nil for other values.
  package var text: String? {
    guard case .scalar(let text) = value else { return nil }
    return text
  }

  /// The texts of a list of scalars. A single scalar counts as a list of one. The value is nil for other values.
  package var texts: [String]? {
    guard let elements else { return text.map { [$0] } }
    let texts = elements.map(\.text)
    return texts.contains(nil) ? nil : texts.compactMap { $0 }
  }

  package var elements: [YAMLNode]? {
    guard case .sequence(let nodes) = value else { return nil }
    return nodes
  }

  package var entries: [Entry]? {
    guard case .mapping(let entries) = value else { return nil }
    return entries
  }

  /// The value of a mapping's key, or nil if there is none.
  package subscript(key: String) -> YAMLNode? { entries?.first { $0.key.text == key }?.value }
}
