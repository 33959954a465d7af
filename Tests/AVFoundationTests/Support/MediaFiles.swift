import Foundation
import TestSupport

/// Clips that are part of the package, made by `scripts/make-fixtures`.
enum MediaFiles {
  static func fixture(_ name: String) -> URL {
    Files.fixtures.appendingPathComponent(name)
  }
}
