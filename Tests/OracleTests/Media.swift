import Foundation

/// The files that are read and written.
enum Media {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func fixture(_ name: String) -> String { package.appendingPathComponent("Fixtures/media/" + name).path }

  private static let strangers = package.deletingLastPathComponent().appendingPathComponent("shared/media").path

  static func stranger(_ name: String) -> String { strangers + "/" + name }

  /// Files of many writers, which are not part of the project.
  static var areStrangersThere: Bool {
    if FileManager.default.fileExists(atPath: strangers) { return true }
    print("skipped: ../shared/media is absent, so files of other writers are not copied")
    return false
  }
}
