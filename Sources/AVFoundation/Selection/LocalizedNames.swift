/// The names that an author gave something, by language.
struct LocalizedNames: Sendable {
  /// A language as a BCP 47 tag, and the name in it; the first one is for every other language.
  let names: [(language: String, name: String)]

  init(_ names: [(language: String, name: String)]) { self.names = names }

  /// - Parameter locale: a locale's identifier or a BCP 47 tag.
  /// - Returns: `nil` where there are no names.
  func name(for locale: String) -> String? {
    (LanguagePreference([locale]).sorted(names, by: \.language).first ?? names.first)?.name
  }
}
