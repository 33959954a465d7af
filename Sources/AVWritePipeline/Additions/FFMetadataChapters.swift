/// The chapters of ffmpeg's metadata files (FFmpeg's documentation of formats, "Metadata"), each a section `[CHAPTER]`.
struct FFMetadataChapters {
  private(set) var chapters: [ChapterFile.Chapter] = []

  /// The seconds in one tick of a chapter that has no `TIMEBASE`: its times are in nanoseconds.
  private static let usualUnit = (numerator: Int64(1), denominator: Int64(1_000_000_000))

  private struct Section {
    var unit = FFMetadataChapters.usualUnit
    var start: Int64?
    var end: Int64?
    var title = ""
    var line: Int
  }

  init(_ lines: [Substring]) throws(ChapterFile.Problem) {
    var section: Section?
    for (number, line) in Self.joined(lines) {
      if line.hasPrefix("[") {
        try add(section)
        section = line.uppercased().hasPrefix("[CHAPTER]") ? Section(line: number) : nil
        continue
      }
      guard section != nil, !line.hasPrefix(";"), !line.hasPrefix("#") else { continue }
      let (key, value) = Self.pair(line)
      switch key.lowercased() {
      case "timebase":
        let parts = value.split(separator: "/").compactMap { Int64($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...Int64(Int32.max)).contains($0) }) else {
          throw ChapterFile.Problem(text: "TIMEBASE is not a fraction such as 1/1000", line: number)
        }
        section?.unit = (parts[0], parts[1])
      case "start": section?.start = try Self.ticks(value, number)
      case "end": section?.end = try Self.ticks(value, number)
      case "title": section?.title = value
      default: break
      }
    }
    try add(section)
  }

  private mutating func add(_ section: Section?) throws(ChapterFile.Problem) {
    guard let section else { return }
    func time(_ ticks: Int64?) throws(ChapterFile.Problem) -> ExactTime? {
      guard let ticks else { return nil }
      let (value, overflow) = ticks.multipliedReportingOverflow(by: section.unit.numerator)
      guard !overflow else { throw ChapterFile.Problem(text: "the chapter's time is too large", line: section.line) }
      return ExactTime(value: value, scale: Int32(section.unit.denominator))
    }
    guard let start = try time(section.start) else {
      throw ChapterFile.Problem(text: "the chapter has no START", line: section.line)
    }
    chapters.append(ChapterFile.Chapter(start: start, end: try time(section.end), title: section.title))
  }

  private static func ticks(_ text: String, _ line: Int) throws(ChapterFile.Problem) -> Int64 {
    guard let ticks = Int64(text), ticks >= 0 else {
      throw ChapterFile.Problem(text: "\(text) is not a number of ticks", line: line)
    }
    return ticks
  }

  /// Returns the lines with their numbers. A line that ends with a backslash is joined with the next one.
  private static func joined(_ lines: [Substring]) -> [(number: Int, text: String)] {
    var joined: [(number: Int, text: String)] = []
    var goesOn = false
    for (index, line) in lines.enumerated() {
      if goesOn { joined[joined.count - 1].text += "\n" + line } else { joined.append((index + 1, String(line))) }
      goesOn = line.reversed().prefix { $0 == "\\" }.count % 2 == 1
    }
    return joined
  }

  /// Returns the text before and after the first `=` that is not escaped, without the backslashes that escape.
  private static func pair(_ line: String) -> (key: String, value: String) {
    var parts = [""]
    var isEscaped = false
    for character in line {
      if isEscaped {
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "=", parts.count == 1 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return (parts[0], parts.count == 2 ? parts[1] : "")
  }
}
