/// Names of facts, with `*` for any text: a fact's own name, or one that it begins with up to a full stop.
struct FactPattern: Sendable, Hashable {
  private let parts: [Substring]
  private let endsOpen: Bool
  /// Whether it stands for no more than a fact's own name.
  private let isWhole: Bool

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
    endsOpen = parts.last?.isEmpty ?? false
    isWhole = false
  }

  /// One fact, and nothing that its name begins.
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
    // What the last part stands for may come several times.
    while let place = rest.firstRange(of: last) {
      rest = rest[place.upperBound...]
      if Self.isEnd(rest) { return true }
    }
    return false
  }

  /// Whether a name ends here or goes on to the particular.
  private static func isEnd(_ rest: Substring) -> Bool { rest.first.map { ".[#".contains($0) } ?? true }
}
