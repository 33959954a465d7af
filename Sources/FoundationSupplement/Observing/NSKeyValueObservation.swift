public import Foundation

/// Keeps an observation alive: it ends with this object, or earlier with `invalidate()`.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let observer: any PropertyObserver

  init(_ observer: any PropertyObserver) { self.observer = observer }

  deinit { observer.invalidate() }

  /// Ends the observation: no call of the handler begins after this returns. Any thread, the handler too.
  public func invalidate() { observer.invalidate() }
}
