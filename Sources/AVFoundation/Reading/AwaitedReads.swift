import Dispatch
import Synchronization

/// Blocking reads that tasks wait for: they are made one at a time, on a queue of their own and not on a thread of the
/// tasks' pool.
final class AwaitedReads<Value: Sendable>: Sendable {
  private struct State {
    /// In the order in which they came.
    var waiters: [(id: UInt64, continuation: CheckedContinuation<Value?, any Error>)] = []
    var lastID: UInt64 = 0
    var isReading = false
    /// Read for a task that was cancelled meanwhile.
    var spare: Value?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "avwrite.read")
  private let read: @Sendable () throws -> Value?

  /// - Parameter read: gives the next value; `nil` at the end.
  init(_ read: @escaping @Sendable () throws -> Value?) { self.read = read }

  /// The next value.
  ///
  /// - Throws: what `read` throws; `CancellationError` as soon as the task is cancelled.
  func next() async throws -> Value? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(id, $0) }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).continuation }
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  private func wait(_ id: UInt64, _ continuation: CheckedContinuation<Value?, any Error>) {
    // Looked at under the lock: a task that is cancelled later finds its continuation there.
    let answer: Result<Value, any Error>? = state.withLock { state in
      if Task.isCancelled { return .failure(CancellationError()) }
      if state.waiters.isEmpty, let spare = state.spare.take() { return .success(spare) }
      state.waiters.append((id, continuation))
      return nil
    }
    switch answer {
    case .success(let value): continuation.resume(returning: value)
    case .failure(let error): continuation.resume(throwing: error)
    case nil: readIfNeeded()
    }
  }

  /// Reads when a task waits and nothing is being read.
  private func readIfNeeded() {
    let isNeeded = state.withLock { state in
      if state.isReading || state.waiters.isEmpty { return false }
      state.isReading = true
      return true
    }
    if isNeeded { queue.async { self.readOne() } }
  }

  private func readOne() {
    let result = Result(catching: read)
    let waiter = state.withLock { state in
      state.isReading = false
      if state.waiters.isEmpty {
        // An end and an error are found again by the next read.
        if case .success(let value?) = result { state.spare = value }
        return CheckedContinuation<Value?, any Error>?.none
      }
      return state.waiters.removeFirst().continuation
    }
    waiter?.resume(with: result)
    readIfNeeded()
  }
}
