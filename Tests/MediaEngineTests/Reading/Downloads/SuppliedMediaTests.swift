import Foundation
import MediaSupport
import Synchronization
import MediaInterop
import Testing

@testable import MediaEngine

/// What a supplier states about a resource, and when it is asked for that.
@Suite struct SuppliedMediaTests {
  /// States everything once, and then only how long that holds.
  private final class Supplier: MediaSupplier {
    let renewed = Mutex<[SupplyInformation]>([])

    func ask(_ request: SupplyRequest) -> @Sendable () -> Void {
      switch request.purpose {
      case .information:
        request.information = SupplyInformation(
          byteCount: 1000, isSeekable: true, renewalDate: Date(timeIntervalSince1970: 10))
      case .renewal:
        renewed.withLock { $0.append(request.information) }
        request.information.renewalDate = Date(timeIntervalSince1970: 20)
      case .bytes: break
      }
      request.finish()
      return {}
    }
  }

  @Test func `a renewal begins with what is known, and keeps what is not stated anew`() throws {
    let supplier = Supplier()
    let seconds = Mutex(0.0)
    let media = SuppliedMedia(name: "somewhere", supplier: supplier) {
      Date(timeIntervalSince1970: seconds.withLock { $0 })
    }
    for (time, count) in [(0.0, 0), (9, 0), (11, 1), (19, 1), (21, 2)] {
      seconds.withLock { $0 = time }
      let information = try media.information(Cancellation())
      #expect(information.byteCount == 1000 && information.isSeekable, "\(time)")
      #expect(supplier.renewed.withLock { $0.count } == count, "\(time)")
    }
    let renewed = try #require(supplier.renewed.withLock { $0.first })
    #expect(renewed.byteCount == 1000 && renewed.isSeekable && renewed.renewalDate == nil)
  }
}
