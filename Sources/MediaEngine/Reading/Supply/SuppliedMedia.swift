package import Foundation
package import MediaInterop
package import MediaSupport
import Synchronization

/// A resource of a supplier's. What is said of it is asked for once, until that expires.
package final class SuppliedMedia: SuppliedResource {
  package let name: String
  private let supplier: any MediaSupplier
  private let known = Mutex<SupplyInformation?>(nil)
  private let now: @Sendable () -> Date

  /// Bytes that come with the question what the resource is.
  private static let firstBytes: Int64 = 2

  /// - Parameters:
  ///   - name: the resource's URL, for messages.
  ///   - now: says when what the supplier said has expired.
  package init(name: String, supplier: any MediaSupplier, now: @escaping @Sendable () -> Date = { Date() }) {
    self.name = name
    self.supplier = supplier
    self.now = now
  }

  package func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes {
    SuppliedRanges(of: self, try information(cancellation), cancellation)
  }

  /// What the supplier says, who is asked where that is not known or has expired.
  ///
  /// - Throws: `inputUnavailable`, `cancelled`.
  @discardableResult
  func information(_ cancellation: Cancellation) throws(MediaError) -> SupplyInformation {
    let known = known.withLock { $0 }
    if let known, known.renewalDate.map({ $0 > now() }) ?? true { return known }
    let request = ask(SupplyRequest(known == nil ? .information : .renewal, offset: 0, count: Self.firstBytes))
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
