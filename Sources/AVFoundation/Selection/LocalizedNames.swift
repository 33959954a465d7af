/// The names that an author gave something, by language.
struct LocalizedNames: Sendable {
  /// Pairs of a language as a BCP 47 tag and the name in that language. The first one is used for all other languages.
  let names: [(language: String, name: String)]

  init(_ names: [(language: String, name: String)]) { self.names = names }

  /// - Parameter locale: a locale's identifier or a BCP 47 tag.
  /// - Returns: `nil` where there are no names.
  func name(for locale: String) -> String? {
    (LanguagePreference([locale]).sorted(names, by: \.language).first ?? names.first)?.name
  }
}
