import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// Work side by side whose results come in order.
@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 5, 16])
  func `each item is worked on once, and told in order, one at a time, not far ahead`(workerCount: Int) async throws {
    try await bounded {
      var numbers = SeededGenerator(seed: UInt64(workerCount))
      var runs: [Range<Int>] = []
      while runs.count < 60 {
        let start = runs.last?.upperBound ?? 0
        runs.append(start..<start + .random(in: 1...5, using: &numbers))
      }
      let delays = runs.indices.map { _ in UInt32.random(in: 0...800, using: &numbers) }
      let told = Mutex<[Int]>([])
      let isTelling = Atomic<Bool>(false)
      let mostAhead = Mutex(0)
      let workerStarts = Atomic<Int>(0)
      OrderedWork<Int>(runs, workerCount: workerCount).perform {
        workerStarts.wrappingAdd(1, ordering: .relaxed)
        return { item in
          let ahead = item - told.withLock { $0.count }
          mostAhead.withLock { $0 = max($0, ahead) }
          usleep(delays[item % delays.count])  // Work of different lengths.
          return item * 3
        }
      } tell: { item, value in
        let wasTelling = isTelling.exchange(true, ordering: .acquiringAndReleasing)
        #expect(!wasTelling)
        #expect(value == item * 3)
        // Whoever tells may have to wait for whoever listens.
        if item % 7 == 0 { usleep(1500) }
        told.withLock { $0.append(item) }
        isTelling.store(false, ordering: .releasing)
      }
      #expect(told.withLock { $0 } == Array(0..<(runs.last?.upperBound ?? 0)))
      #expect(mostAhead.withLock { $0 } <= OrderedWork<Int>.reachOfWorker * workerCount)
      let startCount = workerStarts.load(ordering: .relaxed)
      #expect(startCount == workerCount)
    }
  }

  @Test func `without items nothing is told`() {
    OrderedWork<Int>([], workerCount: 2).perform {
      { $0 }
    } tell: { _, _ in
      Issue.record("there is nothing to tell")
    }
  }
}
