import MediaInterop
import MediaSupport
import Synchronization

/// The calls to a content that wait for media, or for each other, and can be cancelled together. Any thread.
final class OngoingCalls: Sendable {
  /// The cancellations of the calls that go on, and are not cancelled.
  let cancellations = Mutex<[Cancellation]>([])

  /// Performs a call.
  ///
  /// - Parameters:
  ///   - caller: the caller's own cancellation; `nil` for none. With one, the call begins again when all are cancelled.
  ///   - body: the call. Its argument is cancelled by the caller's own cancellation, and by `cancelAll()`.
  func perform<Value>(_ caller: Cancellation?, _ body: (Cancellation) throws -> Value) throws -> Value {
    while true {
      let cancellation = Cancellation(within: [caller].compactMap { $0 })
      cancellations.withLock { $0.append(cancellation) }
      let result = Result { () throws -> Value in try body(cancellation) }
      let isCancelledForAll = cancellations.withLock { cancellations in
        defer { cancellations.removeAll { $0 === cancellation } }
        return !cancellations.contains { $0 === cancellation }
      }
      if isCancelledForAll, result.isCancelled, caller?.isCancelled == false { continue }
      return try result.get()
    }
  }

  /// Returns whether a call may still wait. It is `false` from the moment at which all are cancelled, whichever of them
  /// hears of it first: one that waits for another would otherwise begin when that one is cancelled.
  func mayWait(_ cancellation: Cancellation) -> Bool {
    cancellation.allowsWaiting && cancellations.withLock { $0.contains { $0 === cancellation } }
  }

  /// Cancels all calls that go on. Later ones are not affected.
  func cancelAll() {
    let cancelled = cancellations.withLock { cancellations in
      defer { cancellations = [] }
      return cancellations
    }
    for cancellation in cancelled { cancellation.cancel() }
  }
}

extension Result {
  /// A Boolean value that says whether this is the error of a call that was cancelled.
  var isCancelled: Bool {
    guard case .failure(let error) = self else { return false }
    return (error as? MediaError)?.kind == .cancelled
  }
}
