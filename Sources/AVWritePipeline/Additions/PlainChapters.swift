/// Lines of a time and a title, as video sites take them: `00:01:30 Title`, `[1:30] - Title`.
struct PlainChapters {
  private(set) var chapters: [ChapterFile.Chapter] = []

  init(_ lines: [Substring]) throws(ChapterFile.Problem) {
    for (index, line) in lines.enumerated() {
      let words = line.drop(while: \.isWhitespace)
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
      let place = words.firstIndex(where: \.isWhitespace) ?? words.endIndex
      guard let start = ChapterFile.time(words[..<place].trimming(in: "[]()-–—")) else {
        throw ChapterFile.Problem(text: "does not begin with a time such as 00:01:30", line: index + 1)
      }
      let title = words[place...].trimming(in: " \t-–—:|")
      chapters.append(ChapterFile.Chapter(start: start, title: String(title)))
    }
  }
}

extension Substring {
  /// Returns the text without the characters that are in `characters` at both ends.
  fileprivate func trimming(in characters: String) -> Substring {
    var rest = drop { characters.contains($0) }
    while let last = rest.last, characters.contains(last) { rest.removeLast() }
    return rest
  }
}
