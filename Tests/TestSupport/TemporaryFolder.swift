package import Foundation

/// A folder for one test, which is removed when it is released.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("avwrite-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  /// Returns the URL of the file of this name, whether it exists or not.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The same as a path.
  package func path(_ name: String) -> String { path + "/" + name }

  /// The names of the files in it, including hidden ones, sorted.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  package func read(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

  /// - Returns: the path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: file(name))
    return path(name)
  }
}
