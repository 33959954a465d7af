import Synchronization

/// The values with which the handlers of a test were called, in order.
package final class Told<Value: Sendable>: Sendable {
  private let list = Mutex<[Value]>([])

  package init() {}

  package var values: [Value] { list.withLock { $0 } }
  package func append(_ value: Value) { list.withLock { $0.append(value) } }
}
