/// A language of BCP 47, such as `de` or `pt-BR`.
public struct LanguageTag: Sendable, Hashable, Codable {
  public var text: String

  /// - Returns: nil for what is no tag of a language.
  public init?(argument: String) {
    guard LanguageCode.isTag(argument) else { return nil }
    text = argument
  }
}
