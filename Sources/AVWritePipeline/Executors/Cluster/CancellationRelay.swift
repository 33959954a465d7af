internal import Synchronization

/// Passes a signal that ends a task on to the job that the task runs, also where it comes before there is one.
///
/// It may be used from any thread.
final class CancellationRelay: Sendable {
  private struct State {
    var cancel: (@Sendable (Int32) -> Void)?
    var signal: Int32?
  }

  private let state = Mutex(State())

  /// The number of the signal that came; nil where none has.
  var signal: Int32? { state.withLock(\.signal) }

  /// Sets the job's own cancellation, and calls it at once where a signal has come.
  func pass(to cancel: @escaping @Sendable (_ signal: Int32) -> Void) {
    let signal = state.withLock { state in
      state.cancel = cancel
      return state.signal
    }
    if let signal { cancel(signal) }
  }

  func cancel(signal: Int32) {
    let cancel = state.withLock { state in
      state.signal = signal
      return state.cancel
    }
    cancel?(signal)
  }
}
