package import Foundation

/// Where the files lie that tests read.
package enum Files {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Whole files, made by `scripts/make-fixtures`.
  package static let fixtures = root.appendingPathComponent("Fixtures/media")

  /// Files with one thing wrong in each, made by it too.
  package static let corrupt = root.appendingPathComponent("Fixtures/corrupt")

  /// Media of strangers, beside the project and not part of it: a test that needs it is skipped, and says so, where
  /// it is absent.
  package static let shared = root.deletingLastPathComponent().appendingPathComponent("shared/media")
  package static let hasShared = FileManager.default.fileExists(atPath: shared.path)

  /// The path of one of `fixtures`.
  package static func fixture(_ name: String) -> String { fixtures.appendingPathComponent(name).path }

  /// The path of one of `corrupt`.
  package static func corrupt(_ name: String) -> String { corrupt.appendingPathComponent(name).path }

  /// The path of a stranger's file.
  package static func shared(_ name: String) -> String { shared.appendingPathComponent(name).path }

  /// The names of the regular files below a folder, sorted.
  package static func names(in folder: URL) -> [String] {
    guard let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    else { return [] }
    let base = folder.standardizedFileURL.path + "/"
    return all.compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
      .map { $0.standardizedFileURL.path.replacingOccurrences(of: base, with: "") }
      .sorted()
  }
}
