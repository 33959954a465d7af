import Foundation

/// The preferred languages, the best first.
struct LanguagePreference {
  private let tags: [[String]]

  /// - Parameter tags: BCP 47 tags or locale identifiers.
  init(_ tags: [String]) { self.tags = tags.map(Self.subtags) }

  /// Returns the elements in preferred languages, the best language first, and those of one language in their order.
  func sorted<Element>(_ elements: [Element], by tag: (Element) -> String?) -> [Element] {
    let ranked = elements.compactMap { element in rank(tag(element)).map { (rank: $0, element: element) } }
    return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.element)
  }

  /// Returns the index of the first preferred tag that a tag matches: one of the two is a prefix of the other (RFC
  /// 4647, 3.3 and 3.4). It is `nil` if none matches.
  private func rank(_ tag: String?) -> Int? {
    guard let tag else { return nil }
    let subtags = Self.subtags(tag)
    return tags.firstIndex { $0.starts(with: subtags) || subtags.starts(with: $0) }
  }

  /// Returns the parts of a tag. Movies have a language's three-letter code where people write the two-letter one.
  private static func subtags(_ tag: String) -> [String] {
    var subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    if let first = subtags.first, let short = Locale.LanguageCode(first).identifier(.alpha2) { subtags[0] = short }
    return subtags
  }
}
