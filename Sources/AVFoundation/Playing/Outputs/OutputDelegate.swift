import Dispatch
import Synchronization

/// A client's delegate, which is not kept, and the queue on which it is told (PI-88).
final class OutputDelegate<Delegate>: Sendable {
  /// Sendable: a delegate is, as its protocol says.
  private struct State: @unchecked Sendable {
    weak var object: AnyObject?
    var queue: DispatchQueue?
  }

  private let state = Mutex(State())

  var delegate: Delegate? { state.withLock { $0.object } as? Delegate }
  var queue: DispatchQueue? { state.withLock { $0.queue } }

  /// - Parameter queue: a serial queue. Nil means the main one.
  func set(_ delegate: Delegate?, _ queue: DispatchQueue?) {
    state.withLock { state in
      state.object = delegate.map { $0 as AnyObject }
      state.queue = delegate == nil ? nil : queue ?? .main
    }
  }

  /// Calls the delegate, if there is one by then.
  func tell(_ body: @escaping @Sendable (Delegate) -> Void) {
    queue?.async { [weak self] in
      if let delegate = self?.delegate { body(delegate) }
    }
  }
}
