package import Foundation

/// The properties of a resource that its supplier states before its bytes.
package struct SupplyInformation: Sendable {
  /// The total number of bytes; `nil` if the supplier does not state it.
  package var byteCount: Int64?
  /// A Boolean value that says whether bytes can be requested from any offset.
  package var isSeekable: Bool
  /// The date after which the properties must be requested again; `nil` for never.
  package var renewalDate: Date?

  package init(byteCount: Int64? = nil, isSeekable: Bool = false, renewalDate: Date? = nil) {
    self.byteCount = byteCount
    self.isSeekable = isSeekable
    self.renewalDate = renewalDate
  }
}
