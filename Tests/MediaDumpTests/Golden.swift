import Foundation
import Testing

/// Compares text with a file of `Goldens`, which is reviewed as code.
///
/// A golden that is missing or differs fails, with the difference. With `AVWRITE_UPDATE_GOLDENS=1` the file is
/// written and the test passes; where `CI=true` that is refused, since nobody reviews there.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let environment = ProcessInfo.processInfo.environment
  let golden = Golden(name: name, in: Golden.directory)
  let verdict = try golden.compare(
    text, updating: environment["AVWRITE_UPDATE_GOLDENS"] == "1", isUnattended: environment["CI"] == "true")
  if let complaint = verdict.complaint { Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation) }
}

/// A file of expected text.
struct Golden {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

  let url: URL

  init(name: String, in directory: URL) { url = directory.appending(path: name + ".txt") }

  enum Verdict: Equatable {
    case equal
    case updated
    case missing(String)
    /// A unified difference.
    case different(String)
    case refused

    var complaint: String? {
      switch self {
      case .equal, .updated: nil
      case .missing(let name): "there is no golden \(name); \(Self.advice)"
      case .different(let difference): "the text differs from its golden; \(Self.advice)\n\(difference)"
      case .refused: "goldens are not updated where CI=true: update them where a person reviews the difference"
      }
    }

    private static let advice =
      "if the new text is right, run the test with AVWRITE_UPDATE_GOLDENS=1 and review the difference as code"
  }

  /// - Parameters:
  ///   - updating: the file is to become the text.
  ///   - isUnattended: nobody would review that.
  func compare(_ text: String, updating: Bool, isUnattended: Bool) throws -> Verdict {
    if updating {
      guard !isUnattended else { return .refused }
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return .updated
    }
    guard let data = try? Data(contentsOf: url) else { return .missing(url.lastPathComponent) }
    let expected = String(decoding: data, as: UTF8.self)
    return expected == text ? .equal : .different(LineDifference(from: expected, to: text).unified)
  }
}
