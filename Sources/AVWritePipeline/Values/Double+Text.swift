internal import Foundation

extension Double {
  /// The number with exactly so many decimals.
  func rounded(digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
