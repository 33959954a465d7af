/// A scanner of a text that contains marks, such as tags.
struct MarkupScanner {
  private var rest: Substring.UnicodeScalarView

  /// The length of the longest mark. An opening sign without a closing one within so many characters is plain text.
  private static let longestMark = 1024

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the text before the first of some signs, or up to the end if none of them follows.
  mutating func text(before signs: Unicode.Scalar...) -> String {
    let end = rest.firstIndex { signs.contains($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }

  /// Returns the text between two signs. It is `nil` if the next character is not the first sign, or if the second sign
  /// is missing.
  mutating func mark(from first: Unicode.Scalar, to last: Unicode.Scalar) -> String? {
    guard rest.first == first, let end = rest.prefix(Self.longestMark).firstIndex(of: last) else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[rest.index(after: rest.startIndex)..<end])
  }

  mutating func character() -> String { rest.popFirst().map { String($0) } ?? "" }
}
