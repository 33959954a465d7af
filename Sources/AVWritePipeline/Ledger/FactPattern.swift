/// A pattern of facts' names, with `*` for any text. It matches a fact's name, and names that go on after it.
struct FactPattern: Sendable, Hashable {
  private let parts: [Substring]
  private let endsOpen: Bool
  /// A Boolean value that says whether the pattern matches only a fact of exactly this name.
  private let isWhole: Bool

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
    endsOpen = parts.last?.isEmpty ?? false
    isWhole = false
  }

  /// Creates a pattern that matches one fact, and no facts whose names continue the name.
  init(only name: String) {
    (parts, endsOpen, isWhole) = ([name[...]], false, true)
  }

  func matches(_ name: String) -> Bool {
    guard let first = parts.first, name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)
    guard parts.count > 1 else { return isWhole ? rest.isEmpty : Self.isEnd(rest) }
    for part in parts.dropFirst().dropLast() {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    guard !endsOpen, let last = parts.last else { return true }
    // The text of the last part may come several times in the name.
    while let place = rest.firstRange(of: last) {
      rest = rest[place.upperBound...]
      if Self.isEnd(rest) { return true }
    }
    return false
  }

  /// Returns whether a name ends here, or goes on to the particular.
  private static func isEnd(_ rest: Substring) -> Bool { rest.first.map { ".[#".contains($0) } ?? true }
}
