import Foundation

/// Lets threads wait until a condition on state behind another lock is met.
final class Condition: Sendable {
  private let condition = NSCondition()

  /// Waits until `predicate` is true; it is asked again after each `signalAll`.
  func wait(until predicate: () -> Bool) {
    if predicate() { return }
    condition.lock()
    while !predicate() { condition.wait() }
    condition.unlock()
  }

  /// Notes that the predicates may have changed. Call it after the change, outside the lock that guards the state.
  func signalAll() {
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }
}
