package import Foundation

/// The properties of a resource that its supplier states before its bytes.
package struct SupplyInformation: Sendable {
  /// The number of bytes in all; `nil` where the supplier does not say.
  package var byteCount: Int64?
  /// A Boolean value that says whether any place can be asked for.
  package var isSeekable: Bool
  /// The date at which the supplier wants to be asked anew; `nil` for never.
  package var renewalDate: Date?

  package init(byteCount: Int64? = nil, isSeekable: Bool = false, renewalDate: Date? = nil) {
    self.byteCount = byteCount
    self.isSeekable = isSeekable
    self.renewalDate = renewalDate
  }
}
