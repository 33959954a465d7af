import Synchronization

/// A stored property whose changes can be observed: `@Observed public internal(set) var status = Status.unknown`.
///
/// Thread-safe. Setting it is the mutation point: the new value is stored, then the observers are told on the setting
/// thread, as often as it is set and also when the value stays the same, as with Apple's key-value observation.
@propertyWrapper
package struct Observed<Value: Sendable>: Sendable {
  private let cell: Cell

  private final class Cell: Sendable {
    let value: Mutex<Value>
    let property = ObservedProperty()

    init(_ value: Value) { self.value = Mutex(value) }
  }

  package init(wrappedValue: Value) { cell = Cell(wrappedValue) }

  package var wrappedValue: Value {
    get {
      cell.property.access()
      return cell.value.withLock { $0 }
    }
    nonmutating set {
      cell.property.willChange()
      // The old value goes outside the lock: anything may happen in its deinit.
      _ = cell.value.withLock { value in
        defer { value = newValue }
        return value
      }
      cell.property.didChange()
    }
  }
}
