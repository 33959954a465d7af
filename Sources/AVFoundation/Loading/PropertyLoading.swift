import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Loads an asset's properties: the one state behind key-based and property-based API and synchronous getters (KV-16).
///
/// Any thread. A step of the source is done by one thread at a time: one of the global queue's, or that of a getter that
/// blocks anyway. Completions run outside of the lock.
final class PropertyLoading: Sendable {
  private struct Shared {
    var states = PropertyStates()
    var completions: [Int: @Sendable (Ending) -> Void] = [:]
    var lastCall = 0
  }

  /// The ways in which a call ends.
  enum Ending {
    /// All properties that it asked for are decided.
    case decided
    /// The caller does not wait any more.
    case withdrawn
  }

  private let content: any AssetContent
  private let shared = Mutex(Shared())

  init(_ content: any AssetContent) { self.content = content }

  /// Returns a property's loading state. It never blocks and reads nothing (KV-05).
  func state(of property: AssetProperty) -> LoadingState { shared.withLock { $0.states.state(of: property) } }

  /// Asks for properties, and calls the completion once, when each is decided (KV-09): before this returns where that is
  /// known without reading, as with a missing file or an earlier failure (KV-10), else on an unspecified queue.
  func load(_ properties: [AssetProperty], completion: @escaping @Sendable () -> Void) {
    ask(for: properties, call: makeCall()) { _ in completion() }
    startReading()
  }

  /// Loads a property, and waits without blocking. A cancelled task stops waiting, but the property is still loaded.
  ///
  /// - Throws: `AVError` where it cannot be loaded, `.operationCancelled` after `cancel()`; `CancellationError`.
  func load(_ property: AssetProperty) async throws {
    if !state(of: property).isDecided {
      let call = makeCall()
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          ask(for: [property], call: call) { ending in
            switch ending {
            case .decided: continuation.resume()
            case .withdrawn: continuation.resume(throwing: CancellationError())
            }
          }
          // A cancellation before the call was known withdrew nothing.
          if Task.isCancelled { withdraw(call) }
          startReading()
        }
      } onCancel: {
        withdraw(call)
      }
    }
    try state(of: property).check()
  }

  /// Blocks until a property is decided (KV-02).
  ///
  /// - Returns: whether it is loaded.
  func wait(for property: AssetProperty) -> Bool {
    if !state(of: property).isDecided {
      let done = DispatchSemaphore(value: 0)
      ask(for: [property], call: makeCall()) { _ in done.signal() }
      // This thread blocks anyway, so that it reads itself: no other thread is needed, and there might be none.
      read()
      done.wait()
    }
    if case .loaded = state(of: property) { return true }
    return false
  }

  /// Cancels loading for everyone who waits for it (KV-12, KV-17).
  func cancel() {
    finish { $0.cancel() }
    content.cancel()
  }

  private func makeCall() -> Int {
    shared.withLock { shared in
      shared.lastCall += 1
      return shared.lastCall
    }
  }

  private func ask(
    for properties: [AssetProperty], call: Int, completion: @escaping @Sendable (Ending) -> Void
  ) {
    let isWaiting = shared.withLock { shared in
      let isWaiting = shared.states.ask(for: properties, call: call)
      if isWaiting { shared.completions[call] = completion }
      return isWaiting
    }
    guard isWaiting else { return completion(.decided) }
    for step in Set(properties.map(\.step)).sorted() {
      if let outcome = content.outcome(of: step) { finish { $0.decide(step, LoadingState(outcome)) } }
    }
  }

  private func withdraw(_ call: Int) {
    let completion = shared.withLock { shared in
      shared.states.withdraw(call) ? shared.completions.removeValue(forKey: call) : nil
    }
    completion?(.withdrawn)
  }

  private func startReading() { DispatchQueue.global().async { self.read() } }

  /// Performs steps as long as one is waited for and no other thread performs them.
  private func read() {
    while let step = shared.withLock({ $0.states.beginStep() }) {
      let outcome = Result { try content.read(step) }
      if outcome.isGivenUp {
        shared.withLock { $0.states.abandonStep() }
      } else {
        finish { $0.endStep(step, LoadingState(outcome)) }
      }
    }
  }

  /// Changes the states, and calls back the callers that wait for nothing any more.
  private func finish(_ change: @Sendable (inout PropertyStates) -> [Int]) {
    let completions = shared.withLock { shared in
      change(&shared.states).compactMap { shared.completions.removeValue(forKey: $0) }
    }
    for completion in completions { completion(.decided) }
  }
}

extension LoadingState {
  fileprivate init(_ outcome: Result<Void, any Error>) {
    switch outcome {
    case .success: self = .loaded
    case .failure(let error): self = .failed(AVError(wrapping: error)._nsError)
    }
  }
}

extension Result<Void, any Error> {
  /// A Boolean value that says whether reading ended because of `cancel()`. The properties that were waited for have
  /// their final states already.
  fileprivate var isGivenUp: Bool {
    guard case .failure(let error) = self else { return false }
    return (error as? MediaError)?.kind == .cancelled
  }
}
