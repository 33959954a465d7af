import Foundation

/// Clips that are part of the package, made by `scripts/make-fixtures`.
enum MediaFiles {
  static func fixture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../Fixtures/media/" + name
    )
    .standardizedFileURL
  }
}
