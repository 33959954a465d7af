internal import Synchronization

/// Passes a signal that ends some work on to the steps of the work that run, and to each that begins later.
///
/// It may be used from any thread.
final class CancellationRelay: Sendable {
  private struct State {
    var signal: Int32?
    /// The cancellations of the steps that run, by their numbers.
    var steps: [Int: @Sendable (Int32) -> Void] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// The number of the first signal that came, or nil if none has.
  var signal: Int32? { state.withLock(\.signal) }

  /// The error that the work ends with, or nil if no signal came.
  var error: JobError? { signal.map { .interrupted(by: $0) } }

  /// Throws the cancellation if a signal came.
  func refuseIfCancelled() throws(JobError) {
    if let error { throw error }
  }

  /// Performs a step, and calls its cancellation as soon as a signal comes, or at once if one came before.
  ///
  /// - Parameters:
  ///   - cancel: a closure that makes the step fail soon. It is called on the thread of whoever cancels, or on this one
  ///     before the step begins.
  ///   - step: a closure that may take long.
  func passing<Value, Failure: Error>(
    to cancel: @escaping @Sendable (_ signal: Int32) -> Void, during step: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (number, signal) = add(cancel)
    defer { remove(number) }
    if let signal { cancel(signal) }
    return try step()
  }

  /// Performs a step as `passing(to:during:)` does, unless a signal came before it.
  ///
  /// - Returns: The value of the step, or nil if the step did not begin.
  func passingUnlessCancelled<Value, Failure: Error>(
    to cancel: @escaping @Sendable (_ signal: Int32) -> Void, during step: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let (number, signal) = add(cancel)
    defer { remove(number) }
    if signal != nil { return nil }
    return try step()
  }

  /// Adds the cancellation of a step.
  ///
  /// - Returns: The number of the step, and the signal that came before it, if one did.
  private func add(_ cancel: @escaping @Sendable (Int32) -> Void) -> (number: Int, signal: Int32?) {
    state.withLock { state in
      state.lastNumber += 1
      state.steps[state.lastNumber] = cancel
      return (state.lastNumber, state.signal)
    }
  }

  private func remove(_ number: Int) { state.withLock { _ = $0.steps.removeValue(forKey: number) } }

  /// Cancels the steps that run, and every later one.
  func cancel(signal: Int32) {
    let steps = state.withLock { state in
      state.signal = state.signal ?? signal
      return Array(state.steps.values)
    }
    for cancel in steps { cancel(signal) }
  }
}
