import Foundation

/// A folder of one test's own, removed with its last reference.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("avfoundation-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Every name in it, hidden ones too.
  var contents: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
