package import Foundation

/// The locations of the files that tests read.
package enum Files {
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Whole files, made by `scripts/make-fixtures`.
  package static let fixtures = root.appendingPathComponent("Fixtures/media")

  /// Files each of which has a single fault.
  package static let corrupt = root.appendingPathComponent("Fixtures/corrupt")

  /// Other projects' media, which is beside the project and not part of it. If it is absent, a test that needs it says
  /// so and is skipped.
  package static let shared = root.deletingLastPathComponent().appendingPathComponent("shared/media")
  package static let hasShared = FileManager.default.fileExists(atPath: shared.path)

  /// Returns the path of a file in `fixtures`.
  package static func fixture(_ name: String) -> String { fixtures.appendingPathComponent(name).path }

  /// Returns the path of a file in `corrupt`.
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
