package import Foundation

/// What a supplier says of a resource before its bytes.
package struct SupplyInformation: Sendable {
  /// Bytes in all; `nil` where the supplier does not say.
  package var byteCount: Int64?
  /// Whether any place can be asked for.
  package var isSeekable: Bool
  /// When the supplier wants to be asked anew; `nil` for never.
  package var renewalDate: Date?

  package init(byteCount: Int64? = nil, isSeekable: Bool = false, renewalDate: Date? = nil) {
    self.byteCount = byteCount
    self.isSeekable = isSeekable
    self.renewalDate = renewalDate
  }
}
