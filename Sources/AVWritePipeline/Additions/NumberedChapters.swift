/// The simple chapters of OGM's tools and mkvmerge: `CHAPTER01=00:01:30.000` and `CHAPTER01NAME=Title`.
struct NumberedChapters {
  private(set) var chapters: [ChapterFile.Chapter] = []

  init(_ lines: [Substring]) throws(ChapterFile.Problem) {
    var titles: [String: String] = [:]
    var starts: [(number: String, time: ExactTime)] = []
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      let parts = line.drop(while: \.isWhitespace).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = parts[0].uppercased()
      guard parts.count == 2, key.hasPrefix("CHAPTER") else {
        throw ChapterFile.Problem(text: "is not a line such as CHAPTER01=00:01:30.000", line: index + 1)
      }
      let number = key.dropFirst("CHAPTER".count)
      if number.hasSuffix("NAME") {
        titles[String(number.dropLast("NAME".count))] = String(parts[1])
      } else if let time = ChapterFile.time(parts[1]) {
        starts.append((String(number), time))
      } else {
        throw ChapterFile.Problem(text: "has no time such as 00:01:30.000", line: index + 1)
      }
    }
    chapters = starts.map { ChapterFile.Chapter(start: $0.time, title: titles[$0.number] ?? "") }
  }
}
