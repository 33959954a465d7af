package import Foundation
package import MediaInterop
package import MediaSupport
import Synchronization

/// A resource of a supplier. The supplier is asked for its properties once, until they expire.
package final class SuppliedMedia: SuppliedResource {
  package let name: String
  private let supplier: any MediaSupplier
  private let known = Mutex<SupplyInformation?>(nil)
  private let now: @Sendable () -> Date

  /// The number of bytes that are requested together with the resource's properties.
  private static let firstBytes: Int64 = 2

  /// - Parameters:
  ///   - name: the resource's URL, for messages.
  ///   - now: returns the current time, to check whether the supplier's statements have expired.
  package init(name: String, supplier: any MediaSupplier, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.supplier = supplier
    self.now = now
  }

  package func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes {
    SuppliedRanges(of: self, try information(cancellation), cancellation)
  }

  /// Returns the supplier's statements about the resource. They are requested if they are not known or have expired.
  ///
  /// - Throws: `inputUnavailable`, `cancelled`.
  @discardableResult
  func information(_ cancellation: Cancellation) throws(MediaError) -> SupplyInformation {
    let known = known.withLock { $0 }
    if let known, known.renewalDate.map({ $0 > now() }) ?? true { return known }
    let request = SupplyRequest(known == nil ? .information : .renewal, offset: 0, count: Self.firstBytes)
    if var known {
      // A renewal keeps every property that the supplier does not state again, except the date.
      known.renewalDate = nil
      request.information = known
    }
    request.send(to: supplier)
    try cancellation.waking {
      request.withdraw()
    } during: { () throws(MediaError) in
      try request.waitForEnd()
    }
    let information = request.information
    self.known.withLock { $0 = information }
    return information
  }

  func ask(_ request: SupplyRequest) -> SupplyRequest {
    request.send(to: supplier)
    return request
  }
}
