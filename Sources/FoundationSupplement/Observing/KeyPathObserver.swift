import Foundation
import Synchronization

/// One observation: evaluates a key path of an object and tells a handler of its changes.
final class KeyPathObserver<Object: AnyObject, Value>: PropertyObserver, @unchecked Sendable {
  // Sendable: the key path is a constant, the weak reference is the runtime's to guard, the rest is behind a lock.

  private struct State {
    /// The properties that were read when the path was evaluated last.
    var watched: [ObservedProperty] = []
    /// The value that the handler was told last, kept for the option `.old`.
    var last: Value?
    var isInvalid = false
  }

  private weak var object: Object?
  /// The identity of the object, also when it is gone.
  private let identity: ObjectIdentifier
  private let keyPath: KeyPath<Object, Value>
  private let options: NSKeyValueObservingOptions
  private let handler: @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void

  private let lock = NSLock()
  private var state = State()

  init(
    object: Object, keyPath: KeyPath<Object, Value>, options: NSKeyValueObservingOptions,
    handler: @escaping @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
  ) {
    self.object = object
    identity = ObjectIdentifier(object)
    self.keyPath = keyPath
    self.options = options
    self.handler = handler
  }

  /// Begins to watch, and makes the initial call where it was asked for.
  func begin() {
    AnnouncedProperties.add(self, to: identity, keyPath)
    guard let object, let value = evaluate(object) else { return }
    if lock.withLock({ state.watched.isEmpty }) {
      let message =
        "observe(_:): the \(Value.self) of this \(type(of: object)) announces no changes by itself; "
        + "only didChangeValue(for:) tells of them\n"
      FileHandle.standardError.write(Data(message.utf8))
    }
    remember(value)
    if options.contains(.initial) { tell(object, new: value, old: nil) }
  }

  func propertyWillChange() {
    guard options.contains(.prior), let object else { return }
    tell(object, new: nil, old: lock.withLock { state.last }, isPrior: true)
  }

  func propertyDidChange() {
    guard let object, let value = evaluate(object) else { return }
    tell(object, new: value, old: remember(value))
  }

  func invalidate() {
    let watched = lock.withLock {
      state.isInvalid = true
      defer { state.watched = [] }
      return state.watched
    }
    for property in watched { property.remove(self) }
    AnnouncedProperties.remove(self, from: identity, keyPath)
  }

  /// Returns the value now. It is `nil` when the observation is over.
  ///
  /// Whatever the path reads is watched when this returns, and the value was read after that: no change is missed.
  private func evaluate(_ object: Object) -> Value? {
    while true {
      let (value, properties) = AccessRecorder.record { object[keyPath: keyPath] }
      guard let isSettled = watch(properties) else { return nil }
      if isSettled { return value }
    }
  }

  /// Watches these properties and no others.
  ///
  /// - Returns: whether they were watched already, or `nil` when the observation is over.
  private func watch(_ properties: [ObservedProperty]) -> Bool? {
    // Held while the properties' own locks are taken, which are never held while anything else is.
    lock.withLock {
      if state.isInvalid { return nil }
      let added = properties.filter { property in !state.watched.contains { $0 === property } }
      let dropped = state.watched.filter { property in !properties.contains { $0 === property } }
      for property in added { property.add(self) }
      for property in dropped { property.remove(self) }
      state.watched = properties
      return added.isEmpty
    }
  }

  /// - Returns: the value before, where the option `.old` asks for it.
  @discardableResult
  private func remember(_ value: Value) -> Value? {
    guard options.contains(.old) else { return nil }
    return lock.withLock {
      defer { state.last = value }
      return state.last
    }
  }

  private func tell(_ object: Object, new: Value?, old: Value?, isPrior: Bool = false) {
    if lock.withLock({ state.isInvalid }) { return }
    handler(
      object,
      NSKeyValueObservedChange(
        kind: .setting, newValue: options.contains(.new) ? new : nil, oldValue: old, indexes: nil, isPrior: isPrior))
  }
}
