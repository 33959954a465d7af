internal import Synchronization

/// A flag that makes a blocking read of a demuxer return: it ends with a `MediaError` of kind `cancelled`.
///
/// The library checks it between system calls, so a read that waits inside a system call is not woken. For other waits
/// see `waking(_:during:)`.
package final class Cancellation: Sendable {
  private struct Wakers {
    var actions: [Int: @Sendable () -> Void] = [:]
    var lastID = 0
  }

  private let flag = Atomic(false)
  private let isInterrupted = Atomic(false)
  private let wakers = Mutex(Wakers())

  /// The flags that also cancel this one, but wake no waits.
  private let others: [Cancellation]

  /// - Parameter others: flags that also cancel this one, but wake no waits. They are for reads in which the library
  ///   checks the flag repeatedly.
  package init(within others: [Cancellation] = []) { self.others = others }

  /// Cancels permanently. Any thread.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
    wake()
  }

  /// Ends all waits for bytes, as a cancellation does, until `resume()`. Available bytes are still read. Any thread.
  package func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    wake()
  }

  /// Allows waits for bytes again. Any thread.
  package func resume() { isInterrupted.store(false, ordering: .relaxed) }

  /// A Boolean value that says whether a reader may wait for bytes.
  package var allowsWaiting: Bool { !isCancelled && !isInterrupted.load(ordering: .relaxed) }

  private func wake() { for wake in wakers.withLock({ Array($0.actions.values) }) { wake() } }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) || others.contains(where: \.isCancelled) }

  /// Runs a body that may wait, and calls `wake` as soon as the flag is cancelled or interrupted; at once if it already
  /// was.
  ///
  /// - Parameter wake: called on the thread that cancels.
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
