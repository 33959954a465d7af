import Dispatch
import Synchronization

/// Blocking reads that tasks wait for: they are made one at a time, on a queue of their own and not on a thread of the
/// tasks' pool.
final class AwaitedReads<Value: Sendable>: Sendable {
  private struct State {
    /// The tasks that wait, in the order in which they came.
    var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    /// The results for tasks that wait no longer.
    ///
    /// They are kept here, and not with the continuation: whoever resumes and whoever is resumed meet under this lock.
    var answers: [UInt64: Result<Value?, any Error>] = [:]
    var lastID: UInt64 = 0
    var isReading = false
    /// A value that was read for a task that was cancelled meanwhile.
    var spare: Value?

    mutating func answer(_ id: UInt64, _ result: Result<Value?, any Error>) -> CheckedContinuation<Void, Never>? {
      guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
      answers[id] = result
      return waiters.remove(at: index).continuation
    }
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "avwrite.read")
  private let read: @Sendable () throws -> Value?

  /// - Parameter read: gives the next value; `nil` at the end.
  init(_ read: @escaping @Sendable () throws -> Value?) { self.read = read }

  /// Returns the next value.
  ///
  /// - Throws: the error that `read` throws; `CancellationError` as soon as the task is cancelled.
  func next() async throws -> Value? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait(id, $0) }
    } onCancel: {
      state.withLock { $0.answer(id, .failure(CancellationError())) }?.resume()
    }
    return try state.withLock { $0.answers.removeValue(forKey: id) }?.get()
  }

  private func wait(_ id: UInt64, _ continuation: CheckedContinuation<Void, Never>) {
    // The task is looked at under the lock: if it is cancelled later, its continuation is found there.
    let isAnswered = state.withLock { state in
      if Task.isCancelled {
        state.answers[id] = .failure(CancellationError())
      } else if state.waiters.isEmpty, let spare = state.spare.take() {
        state.answers[id] = .success(spare)
      } else {
        state.waiters.append((id, continuation))
        return false
      }
      return true
    }
    if isAnswered { continuation.resume() } else { readIfNeeded() }
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
      if let first = state.waiters.first { return state.answer(first.id, result) }
      // An end and an error are found again by the next read.
      if case .success(let value?) = result { state.spare = value }
      return nil
    }
    waiter?.resume()
    readIfNeeded()
  }
}
