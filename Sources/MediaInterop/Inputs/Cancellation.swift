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

  /// The flags that also cancel and interrupt this one.
  private let others: [Cancellation]

  /// - Parameter others: flags that also cancel this one, and interrupt it.
  package init(within others: [Cancellation] = []) { self.others = others }

  /// This flag, and all that cancel and interrupt it.
  private var flags: [Cancellation] { [self] + others.flatMap(\.flags) }

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
  package var allowsWaiting: Bool {
    !isCancelled && !isInterrupted.load(ordering: .relaxed) && others.allSatisfy(\.allowsWaiting)
  }

  private func wake() { for wake in wakers.withLock({ Array($0.actions.values) }) { wake() } }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) || others.contains(where: \.isCancelled) }

  /// Runs a body that may wait, and calls `wake` as soon as the flag, or one that it is within, is cancelled or
  /// interrupted; at once if it already was.
  ///
  /// - Parameter wake: called on the thread that cancels.
  package func waking<Value, Failure: Error>(
    _ wake: @escaping @Sendable () -> Void, during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let added = flags.map { (flag: $0, id: $0.addWaker(wake)) }
    defer { for waker in added { waker.flag.removeWaker(waker.id) } }
    if !allowsWaiting { wake() }
    return try body()
  }

  private func addWaker(_ wake: @escaping @Sendable () -> Void) -> Int {
    wakers.withLock { wakers in
      wakers.lastID += 1
      wakers.actions[wakers.lastID] = wake
      return wakers.lastID
    }
  }

  private func removeWaker(_ id: Int) { wakers.withLock { _ = $0.actions.removeValue(forKey: id) } }
}
