internal import Foundation

/// The small files of `Fixtures`, which the package carries.
enum Fixture {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  static func media(_ name: String) -> String { folder.appendingPathComponent("media/" + name).path }

  static func corrupt(_ name: String) -> String { folder.appendingPathComponent("corrupt/" + name).path }
}
