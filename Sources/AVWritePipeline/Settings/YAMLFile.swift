internal import Foundation
internal import YAML

/// A file in YAML, or in JSON, which is a part of it: what it says, and where in it.
struct YAMLFile {
  /// What the user called it.
  let path: String
  let root: YAMLNode

  /// More is no list of settings, but a media file named by mistake.
  private static let largest = 16 << 20

  /// - Throws: `JobError` of exit 78 for a file that cannot be read or is not of the form.
  init(path: String) throws(JobError) {
    self.path = path
    guard let bytes = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: Self.largest) else {
      throw JobError(.settingsInvalid, "\(path): there is nothing to read")
    }
    guard bytes.count < Self.largest, let text = String(validating: bytes, as: UTF8.self) else {
      throw JobError(.settingsInvalid, "\(path): is no text of settings")
    }
    do throws(YAMLError) {
      guard let root = try YAMLParser.document(of: text) else {
        throw YAMLError(problem: "is empty")
      }
      self.root = root
    } catch {
      throw Self.error(error.problem, in: path, line: error.line)
    }
  }

  /// What is wrong with a part of the file.
  func error(_ problem: String, at node: YAMLNode, hint: String? = nil) -> JobError {
    var error = Self.error(problem, in: path, line: node.line)
    error.hint = hint
    return error
  }

  /// As compilers say it: `FILE:LINE: PROBLEM`.
  private static func error(_ problem: String, in path: String, line: Int?) -> JobError {
    JobError(.settingsInvalid, "\(path):\(line.map { "\($0):" } ?? "") \(problem)")
  }
}
