package import Foundation
import Synchronization

/// The time after which work that is waited for hangs, in seconds. It is not the duration that is tested: under
/// ThreadSanitizer, or on a machine with much else to do, seconds become minutes.
package let hangLimit: TimeInterval = 600

/// The work did not end: it hangs.
package struct DidNotEnd: Error, CustomStringConvertible {
  package var limit: TimeInterval
  package var description: String { "the work did not end within \(limit) seconds" }
}

/// Runs blocking work on a separate thread, and returns its result.
///
/// The duration is not tested: only work that hangs reaches the limit. A task of the work may have to wait for a thread
/// of the pool as long as all other tests take. If the limit is reached, the thread is left behind, and the test fails
/// instead of hanging.
package func bounded<Value: Sendable>(
  by limit: TimeInterval = 1500, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let box = Once(continuation)
    let thread = Thread { box.resume(with: Result(catching: work)) }
    thread.stackSize = 8 << 20
    thread.start()
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { box.resume(with: .failure(DidNotEnd(limit: limit))) }
  }
}

/// Awaits work as a task of its own, and returns what it returns.
///
/// Only what hangs reaches the limit, as with `bounded`. The task is cancelled then, and left behind.
package func boundedTask<Value: Sendable>(
  by limit: TimeInterval = 1500, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let box = Once(continuation)
    let task = Task {
      do {
        box.resume(with: .success(try await work()))
      } catch {
        box.resume(with: .failure(error))
      }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) {
      box.resume(with: .failure(DidNotEnd(limit: limit)))
      task.cancel()
    }
  }
}

/// A continuation that takes the first result it is given.
private final class Once<Value: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Value, any Error>?>

  init(_ continuation: CheckedContinuation<Value, any Error>) { self.continuation = Mutex(continuation) }

  func resume(with result: Result<Value, any Error>) {
    let first = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    first?.resume(with: result)
  }
}
