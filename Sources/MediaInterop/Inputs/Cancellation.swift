internal import Synchronization

/// A flag that makes a blocking read of a demuxer return: it ends with a `MediaError` of kind `cancelled`.
///
/// The library checks it between system calls, so it does not wake a read that waits inside one. Other waits are woken:
/// see `waking(_:during:)`.
package final class Cancellation: Sendable {
  private struct Wakers {
    var actions: [Int: @Sendable () -> Void] = [:]
    var lastID = 0
  }

  private let flag = Atomic(false)
  private let isInterrupted = Atomic(false)
  private let wakers = Mutex(Wakers())

  /// The flags that cancel too, but wake nobody.
  private let others: [Cancellation]

  /// - Parameter others: flags that cancel this one too, which wake nobody: they are for reads in which the library looks at the
  ///   flag again and again.
  package init(within others: [Cancellation] = []) { self.others = others }

  /// Cancels, for good. Any thread.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
    wake()
  }

  /// Ends all waits for bytes, as a cancellation does, until `resume()`. Bytes that are there are read all the same.
  /// Any thread.
  package func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    wake()
  }

  /// Allows waits for bytes again. Any thread.
  package func resume() { isInterrupted.store(false, ordering: .relaxed) }

  /// A Boolean value that says whether bytes may be waited for.
  package var allowsWaiting: Bool { !isCancelled && !isInterrupted.load(ordering: .relaxed) }

  private func wake() { for wake in wakers.withLock({ Array($0.actions.values) }) { wake() } }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) || others.contains(where: \.isCancelled) }

  /// Does something that may wait, and calls `wake` as soon as somebody cancels or interrupts; at once if that was
  /// before.
  ///
  /// - Parameter wake: called on the thread of whoever cancels.
  package func waking<Value, Failure: Error>(
    _ wake: @escaping @Sendable () -> Void, during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let id = wakers.withLock { wakers in
      wakers.lastID += 1
      wakers.actions[wakers.lastID] = wake
      return wakers.lastID
    }
    defer { wakers.withLock { _ = $0.actions.removeValue(forKey: id) } }
    if !allowsWaiting { wake() }
    return try body()
  }
}
