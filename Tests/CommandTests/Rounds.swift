import Foundation

/// Loops run long only when `AVWRITE_FULL` is set, as `scripts/check --full` does.
enum Rounds {
  static func count(_ few: Int, full: Int) -> Int {
    ProcessInfo.processInfo.environment["AVWRITE_FULL"] == nil ? few : full
  }
}
