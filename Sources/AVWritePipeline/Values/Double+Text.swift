internal import Foundation

extension Double {
  /// Returns the number with exactly this many decimals.
  func rounded(digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
