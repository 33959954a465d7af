package import Foundation

/// A folder of one test's own, removed with its last reference.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("avwrite-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  /// Where a file of this name lies, or would lie.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The same as a path.
  package func path(_ name: String) -> String { path + "/" + name }

  /// What is in it, hidden files too, sorted.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  package func read(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  /// - Returns: the path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: file(name))
    return path(name)
  }
}
