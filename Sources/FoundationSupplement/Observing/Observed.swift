import Synchronization

/// A stored property whose changes can be observed: `@Observed public internal(set) var status = Status.unknown`.
///
/// Thread-safe. Setting it is the mutation point: the new value is stored, then the observers are told on the setting
/// thread, as often as it is set and also when the value stays the same, as with Apple's key-value observation.
@propertyWrapper
package struct Observed<Value: Sendable>: Sendable {
  private let cell: Cell

  // Sendable: the value is touched only behind the lock.
  private final class Cell: @unchecked Sendable {
    // The lock is also why exclusivity need not be checked. It is no `Mutex<Value>`: how that is laid out is looked up at
    // each use, since the compiler does not know the type here.
    private let lock = Mutex(())
    @exclusivity(unchecked) private var value: Value
    let property = ObservedProperty()

    init(_ value: Value) { self.value = value }

    func read() -> Value { lock.withLock { _ in value } }

    /// - Returns: the value before.
    func replace(with newValue: Value) -> Value {
      lock.withLock { _ in
        defer { value = newValue }
        return value
      }
    }
  }

  package init(wrappedValue: Value) { cell = Cell(wrappedValue) }

  package var wrappedValue: Value {
    get {
      cell.property.access()
      return cell.read()
    }
    nonmutating set {
      cell.property.willChange()
      // The old value goes outside the lock: anything may happen in its deinit.
      _ = cell.replace(with: newValue)
      cell.property.didChange()
    }
  }
}
