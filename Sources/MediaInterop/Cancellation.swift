internal import Synchronization

/// A flag that makes a blocking read of a demuxer return: it ends with a `MediaError` of kind `cancelled`.
///
/// It is checked between system calls, so it does not wake a read that waits inside one.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Gives up, for good. Any thread.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
