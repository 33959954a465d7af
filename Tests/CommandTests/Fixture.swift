internal import Foundation

/// The small files of `Fixtures`, which the package carries.
enum Fixture {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  static func media(_ name: String) -> String { folder.appendingPathComponent("media/" + name).path }

  /// The names of all of them.
  static let mediaNames: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("media").path)
    return (names ?? []).sorted()
  }()

  static func corrupt(_ name: String) -> String { folder.appendingPathComponent("corrupt/" + name).path }
}
