import Foundation
import Testing

/// The project's own files, and those of strangers, which are not part of it.
enum Files {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let media = root.appending(path: "Fixtures/media")
  static let corrupt = root.appending(path: "Fixtures/corrupt")
  static let shared = root.deletingLastPathComponent().appending(path: "shared/media")

  static let hasShared = FileManager.default.fileExists(atPath: shared.path)
  static let withoutShared: Comment = "SKIPPED: needs ../shared/media; this check did not run"

  /// The names of the regular files below a directory, sorted.
  static func names(in directory: URL) -> [String] {
    guard let all = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: [.isRegularFileKey])
    else { return [] }
    let base = directory.standardizedFileURL.path + "/"
    return all.compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
      .map { $0.standardizedFileURL.path.replacingOccurrences(of: base, with: "") }
      .sorted()
  }
}
