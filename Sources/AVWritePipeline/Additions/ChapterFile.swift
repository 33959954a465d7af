/// A list of chapters in a form that other programs write: ffmpeg's metadata, Matroska's XML, mkvmerge's `CHAPTER01=`
/// lines, or lines of a time and a title.
struct ChapterFile {
  struct Chapter: Equatable {
    var start: ExactTime
    /// The time at which the chapter ends, or nil for one that lasts to the start of the next.
    var end: ExactTime?
    var title: String
    /// The language as a BCP 47 tag, or nil if the list says none.
    var language: String?
  }

  /// The chapters, in the order of the list.
  let chapters: [Chapter]

  /// - Parameter path: for messages.
  /// - Throws: `JobError` of exit 78 for bytes that are no such list.
  init(_ bytes: [UInt8], path: String) throws(JobError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.error("is not UTF-8 text", in: path)
    }
    try self.init(text, path: path)
  }

  /// - Parameter path: the path that messages name.
  /// - Throws: `JobError` of exit 78.
  init(_ text: String, path: String) throws(JobError) {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let first = lines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
    do {
      chapters =
        if first.hasPrefix(";FFMETADATA") {
          try FFMetadataChapters(lines).chapters
        } else if text.contains("<Chapters") {
          try MatroskaChapters(text).chapters
        } else if first.uppercased().hasPrefix("CHAPTER") && first.contains("=") {
          try NumberedChapters(lines).chapters
        } else {
          try PlainChapters(lines).chapters
        }
    } catch {
      throw Self.error(error.text, in: path, line: error.line)
    }
    if chapters.isEmpty { throw Self.error("has no chapters", in: path) }
  }

  /// A fault of a list.
  struct Problem: Error {
    var text: String
    /// The number of the line, from 1, or nil if the fault is in no single line.
    var line: Int?
  }

  private static func error(_ problem: String, in path: String, line: Int? = nil) -> JobError {
    JobError(
      .settingsInvalid, "\(path):\(line.map { "\($0):" } ?? "") \(problem)",
      hint: "give lines such as \"00:01:30 Title\", or a chapter file of ffmpeg or Matroska")
  }

  /// Returns a time as all lists but ffmpeg's write it: `1:30`, `00:01:30.500`, or with a comma.
  static func time(_ text: some StringProtocol) -> ExactTime? {
    let text = String(text.map { $0 == "," ? "." : $0 })
    guard text.contains(":"), case .time(let time)? = TimePoint(argument: text) else { return nil }
    return time
  }
}
