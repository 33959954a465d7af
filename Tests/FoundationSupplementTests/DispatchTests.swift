import Dispatch
import FoundationSupplement
import Testing

/// What Apple's Dispatch has and Linux's lacks.
@Suite("Dispatch")
struct DispatchTests {
  private actor Counter {
    private let queue = DispatchSerialQueue(label: "counter")
    private var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func next() -> Int {
      dispatchPrecondition(condition: .onQueue(queue))
      count += 1
      return count
    }

    /// What the queue calls is the actor's.
    nonisolated func fromQueue() -> Int { queue.sync { assumeIsolated { $0.next() } } }

  }

  @Test func `a serial queue executes an actor`() async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = await counter.next() } }
    }
    #expect(counter.fromQueue() == 101)
  }

  @Test func `the units of time are in each other's`() {
    #expect(NSEC_PER_SEC == NSEC_PER_MSEC * MSEC_PER_SEC && NSEC_PER_SEC == NSEC_PER_USEC * USEC_PER_SEC)
    #expect(NSEC_PER_SEC == 1_000_000_000)
  }
}
