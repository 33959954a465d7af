import Dispatch
import Foundation
import MediaSupport
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// Steps of a source that several threads ask for.
@Suite struct AssetSourceTests {
  /// Never answers.
  private final class SilentSupplier: MediaSupplier {
    let requests = Mutex<[SupplyRequest]>([])

    func ask(_ request: SupplyRequest) -> @Sendable () -> Void {
      requests.withLock { $0.append(request) }
      return {}
    }
  }

  @Test func `those who wait for another's step are cancelled with it`() async throws {
    try await bounded {
      let supplier = SilentSupplier()
      let url = try #require(URL(string: "silent://somewhere"))
      let source = AssetSource(url: url, suppliedBy: SuppliedMedia(name: "somewhere", supplier: supplier))
      let errors = Mutex<[MediaError.Kind?]>([])
      let group = DispatchGroup()
      for _ in 0..<3 {
        group.enter()
        Thread.detachNewThread {
          let result = Result { try source.load() }
          if case .failure(let error) = result {
            errors.withLock { $0.append((error as? MediaError)?.kind) }
          }
          group.leave()
        }
      }
      while source.callers.withLock({ $0.count }) < 3 || supplier.requests.withLock({ $0.isEmpty }) {
        // Nobody tells when a caller begins to wait.
        Thread.sleep(forTimeInterval: 0.001)
      }
      source.cancel()
      group.wait()
      #expect(errors.withLock { $0 } == [.cancelled, .cancelled, .cancelled])
      #expect(supplier.requests.withLock { $0.count } == 1)
      #expect(source.callers.withLock { $0.isEmpty })
    }
  }
}
