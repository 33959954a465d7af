import Synchronization

/// Counts how often something was released.
final class ReleaseCounter: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .sequentiallyConsistent) }
  func release() { value.add(1, ordering: .sequentiallyConsistent) }

  /// An owner whose end is counted.
  final class Owner {
    private let counter: ReleaseCounter
    init(_ counter: ReleaseCounter) { self.counter = counter }
    deinit { counter.release() }
  }
}
