/// A scanner of a text with marks in it.
struct MarkupScanner {
  private var rest: Substring.UnicodeScalarView

  /// The longest mark: a sign that opens one and has no partner within so many characters is text.
  private static let longestMark = 1024

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the text before the next of some signs, or before the end.
  mutating func text(before signs: Unicode.Scalar...) -> String {
    let end = rest.firstIndex { signs.contains($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }

  /// Returns the text between two signs, if the first is next; `nil` where it is not, or where the second is missing.
  mutating func mark(from first: Unicode.Scalar, to last: Unicode.Scalar) -> String? {
    guard rest.first == first, let end = rest.prefix(Self.longestMark).firstIndex(of: last) else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[rest.index(after: rest.startIndex)..<end])
  }

  mutating func character() -> String { rest.popFirst().map { String($0) } ?? "" }
}
