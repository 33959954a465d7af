internal import Foundation
internal import Synchronization

/// The memory behind a pool: the unused memory, and the count of all. It outlives the pool while buffers do.
final class PixelMemoryPool: @unchecked Sendable {
  // Sendable: `pool` is set before this is shared, and the rest is constant or behind a lock.

  /// One buffer's hold on memory, which is given back when the lease is released.
  final class Lease: Sendable {
    let memory: PixelMemory
    private let pool: PixelMemoryPool

    fileprivate init(_ memory: PixelMemory, _ pool: PixelMemoryPool) {
      self.memory = memory
      self.pool = pool
    }

    deinit { pool.takeBack(memory) }
  }

  private struct State {
    /// Unused memory, the longest unused first.
    var unused: [(memory: PixelMemory, since: ContinuousClock.Instant)] = []
    /// The number of all memories, used and unused.
    var count = 0
    /// A Boolean value that says whether a lease was refused since memory was last returned.
    var hasRefused = false
  }

  /// The pool that notifications are about. It is set once, before the pool is shared.
  weak var pool: CVPixelBufferPool?

  private let byteCount: Int
  private let minimumCount: Int
  private let maximumAge: Duration
  private let state = Mutex(State())

  init(byteCount: Int, minimumCount: Int, maximumAge: Duration) {
    self.byteCount = byteCount
    self.minimumCount = minimumCount
    self.maximumAge = maximumAge
  }

  /// Returns a lease on the memory used last, which is the likeliest in the cache, or on new memory; `nil` at the
  /// threshold.
  func lease(threshold: Int?) -> Lease? {
    let memory: PixelMemory? = state.withLock { state in
      prune(&state, olderThan: maximumAge, keeping: minimumCount)
      if let unused = state.unused.popLast() { return unused.memory }
      if let threshold, state.count >= threshold {
        state.hasRefused = true
        return nil
      }
      state.count += 1
      return PixelMemory(byteCount: byteCount)
    }
    return memory.map { Lease($0, self) }
  }

  func flush(all: Bool) {
    state.withLock { prune(&$0, olderThan: all ? .zero : maximumAge, keeping: all ? 0 : minimumCount) }
  }

  private func takeBack(_ memory: PixelMemory) {
    let pool = pool
    let notifies = state.withLock { state in
      guard pool != nil else { return false }
      state.unused.append((memory, .now))
      prune(&state, olderThan: maximumAge, keeping: minimumCount)
      defer { state.hasRefused = false }
      return state.hasRefused
    }
    if notifies {
      NotificationCenter.default.post(
        name: Notification.Name(kCVPixelBufferPoolFreeBufferNotification as String), object: pool)
    }
  }

  private func prune(_ state: inout State, olderThan age: Duration, keeping minimum: Int) {
    let now = ContinuousClock.now
    while state.count > minimum, let oldest = state.unused.first, now - oldest.since >= age {
      state.unused.removeFirst()
      state.count -= 1
    }
  }
}
