import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

@Suite("Blocking reads that tasks wait for")
struct AwaitedReadsTests {
  /// Numbers from 1 on, each when it is let through.
  private final class Gate: Sendable {
    let isReading = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    private let count = Atomic<Int>(0)

    func read() -> Int {
      isReading.signal()
      mayEnd.wait()
      return count.wrappingAdd(1, ordering: .relaxed).newValue
    }
  }

  @Test func `a task that is cancelled in the middle of a read ends at once, and the next one gets what was read`()
    async throws
  {
    let gate = Gate()
    let reads = AwaitedReads { gate.read() }
    let task = Task { try await reads.next() }
    try await bounded { gate.isReading.wait() }
    task.cancel()
    // The read has not ended: nobody let it.
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.mayEnd.signal()
    #expect(try await reads.next() == 1)
  }

  @Test func `several tasks are served in turn, one read at a time`() async throws {
    let gate = Gate()
    let reads = AwaitedReads { gate.read() }
    let count = 20
    let numbers = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<count { group.addTask { try await reads.next() } }
      for _ in 0..<count { gate.mayEnd.signal() }
      return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(numbers == Set((1...count).map { $0 }))
  }

  @Test func `an error and an end are found again by the next read`() async throws {
    struct Broken: Error {}
    let values = Mutex<[Result<Int?, any Error>]>([
      .success(1), .failure(Broken()), .failure(Broken()), .success(nil), .success(nil),
    ])
    let reads = AwaitedReads { try values.withLock { $0.removeFirst() }.get() }
    #expect(try await reads.next() == 1)
    await #expect(throws: Broken.self) { try await reads.next() }
    await #expect(throws: Broken.self) { try await reads.next() }
    #expect(try await reads.next() == nil)
    #expect(try await reads.next() == nil)
  }
}
