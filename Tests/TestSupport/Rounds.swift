import Foundation

/// Loops run long only when `AVWRITE_FULL` is set, as `scripts/check --full` does.
package enum Rounds {
  package static func count(_ few: Int, full: Int) -> Int {
    ProcessInfo.processInfo.environment["AVWRITE_FULL"] == nil ? few : full
  }
}
