internal import Foundation
internal import MediaSupport
internal import YAML

/// A file in YAML, or in JSON, which is a part of it: its content, with the lines.
struct YAMLFile {
  /// The user's name for the file.
  let path: String
  let root: YAMLNode
  /// The number of lines before this document, which may be a part of the file.
  private let linesBefore: Int

  /// The largest size of a file, in bytes. A larger one is no list of settings, but a media file named by mistake.
  private static let largest = 16 << 20

  /// - Throws: `JobError` of exit 78 for a file that cannot be read or is not of the form.
  init(path: String) throws(JobError) {
    try self.init(path: path, text: Self.text(of: path))
  }

  /// Reads a file of NDJSON: a document in each line that is not empty.
  ///
  /// - Throws: The errors of `init(path:)`.
  static func lines(of path: String) throws(JobError) -> [YAMLFile] {
    // Lines are split as bytes: after a carriage return the end of a line is another character.
    let lines = try text(of: path).utf8.split(separator: 10, omittingEmptySubsequences: false).map { Substring($0) }
    return try lines.enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }.map {
      (number, line) throws(JobError) in
      try YAMLFile(path: path, text: String(line), linesBefore: number)
    }
  }

  private static func text(of path: String) throws(JobError) -> String {
    guard stat(path: path, followingLinks: true) != nil else {
      throw JobError(.settingsInvalid, "\(path): \(String(cString: strerror(errno)).lowercased())")
    }
    guard let bytes = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: largest) else {
      throw JobError(.settingsInvalid, "\(path): cannot be read, or is empty")
    }
    guard bytes.count < largest, let text = String(validating: bytes, as: UTF8.self) else {
      throw JobError(.settingsInvalid, "\(path): is not UTF-8 text of less than 16 MiB")
    }
    return text
  }

  private init(path: String, text: String, linesBefore: Int = 0) throws(JobError) {
    self.path = path
    self.linesBefore = linesBefore
    try JobError.require(.yaml, for: path)
    do throws(YAMLError) {
      guard let root = try YAMLParser.document(of: text) else {
        throw YAMLError(problem: "is empty")
      }
      self.root = root
    } catch {
      throw Self.error(error.problem, in: path, line: error.line.map { $0 + linesBefore })
    }
  }

  /// Returns the error for a fault in a part of the file.
  func error(_ problem: String, at node: YAMLNode, hint: String? = nil) -> JobError {
    var error = Self.error(problem, in: path, line: node.line + linesBefore)
    error.hint = hint
    return error
  }

  /// Returns the error with its place as compilers write it: `FILE:LINE: PROBLEM`.
  private static func error(_ problem: String, in path: String, line: Int?) -> JobError {
    JobError(.settingsInvalid, "\(path):\(line.map { "\($0):" } ?? "") \(problem)")
  }
}
