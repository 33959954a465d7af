/// Tracks of another file that go into an output, written `FILE`, `FILE:KIND` or `FILE:KIND:LANGUAGE`.
public struct AddedTracks: Sendable, Hashable, Codable {
  /// The path or URL of the file.
  public var path: String
  /// The kind of the tracks, or nil for all that the container carries.
  public var kind: TrackKind?
  /// The language that the tracks are given; their own when nil.
  public var language: LanguageTag?

  /// Reads the kind and the language from the end of the text, since a path may have colons.
  ///
  /// - Returns: Nil for a text without a file, and for the standard input.
  public init?(argument text: String) {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    var rest = fields[...]
    if rest.count > 1, let kind = TrackKind(rawValue: String(rest[rest.count - 1])) {
      (self.kind, rest) = (kind, rest.dropLast())
    } else if rest.count > 2, let kind = TrackKind(rawValue: String(rest[rest.count - 2])),
      let language = LanguageTag(argument: String(rest[rest.count - 1]))
    {
      (self.kind, self.language, rest) = (kind, language, rest.dropLast(2))
    }
    path = rest.joined(separator: ":")
    if path.isEmpty || path == "-" { return nil }
  }

  /// The text that `init(argument:)` reads.
  var text: String { [path, kind?.rawValue, language?.text].compactMap(\.self).joined(separator: ":") }
}
