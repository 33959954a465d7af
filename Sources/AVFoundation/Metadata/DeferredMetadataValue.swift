import Foundation
import Synchronization

/// A value that the client is asked for when it is first needed, and only once (KV-08).
final class DeferredMetadataValue: Sendable {
  // Sendable: a copy that nobody changes.
  struct Answer: @unchecked Sendable {
    var object: MetadataItemFields.Object?
  }

  private enum State {
    case untouched
    case asked([@Sendable () -> Void])
    case answered(Result<Answer, any Error>)
  }

  private let state = Mutex(State.untouched)
  private let handler: @Sendable (AVMetadataItemValueRequest) -> Void

  init(_ handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void) { self.handler = handler }

  var loadingState: LoadingState {
    state.withLock { state in
      switch state {
      case .untouched: .notYetLoaded
      case .asked: .loading
      case .answered(.success): .loaded
      case .answered(.failure(let error)): .failed(error as NSError)
      }
    }
  }

  private var answer: Result<Answer, any Error>? {
    state.withLock { if case .answered(let result) = $0 { result } else { nil } }
  }

  /// Waits without blocking. Asks the client for the value if that was not done yet.
  ///
  /// - Throws: the error that the client answered with instead of a value.
  func load(for item: AVMetadataItem) async throws {
    await withCheckedContinuation { continuation in ask(for: item) { continuation.resume() } }
    _ = try answer?.get()
  }

  /// Blocks until there is an answer. It is `nil` where that is an error.
  func wait(for item: AVMetadataItem) -> MetadataItemFields.Object? {
    let done = DispatchSemaphore(value: 0)
    ask(for: item) { done.signal() }
    done.wait()
    return try? answer?.get().object
  }

  /// Takes an answer. The first one counts.
  func respond(_ result: Result<Answer, any Error>) {
    let waiting: [@Sendable () -> Void] = state.withLock { state in
      guard case .asked(let waiting) = state else { return [] }
      state = .answered(result)
      return waiting
    }
    for resume in waiting { resume() }
  }

  private func ask(for item: AVMetadataItem, then resume: @escaping @Sendable () -> Void) {
    enum Action { case ask, wait, resume }
    let action: Action = state.withLock { state in
      switch state {
      case .untouched:
        state = .asked([resume])
        return .ask
      case .asked(let waiting):
        state = .asked(waiting + [resume])
        return .wait
      case .answered: return .resume
      }
    }
    switch action {
    case .ask: handler(AVMetadataItemValueRequest(item, self))
    case .wait: break
    case .resume: resume()
    }
  }
}
