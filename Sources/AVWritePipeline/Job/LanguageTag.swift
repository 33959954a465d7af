internal import MediaSupport

/// A language of BCP 47, such as `de` or `pt-BR`.
public struct LanguageTag: Sendable, Hashable, Codable {
  public var text: String

  /// Creates a tag. Returns nil for a text that is no tag of a language.
  public init?(argument: String) {
    guard ISO639.isTag(argument) else { return nil }
    text = argument
  }

  /// The language in three letters (ISO 639-2/T), or nil if it has none.
  var code: String? {
    let code = ISO639.code(text)
    return ISO639.isCode(code) ? code : nil
  }
}
