import Foundation

/// Lets threads wait until a question about state behind another lock is answered with yes.
final class Condition: Sendable {
  private let condition = NSCondition()

  /// Waits until `predicate` holds; it is asked again after each `signalAll`.
  func wait(until predicate: () -> Bool) {
    if predicate() { return }
    condition.lock()
    while !predicate() { condition.wait() }
    condition.unlock()
  }

  /// The answer may have changed. Call it after the change, outside the lock that guards the state.
  func signalAll() {
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }
}
