import Synchronization

/// Something that wants to know of a property's changes.
protocol PropertyObserver: AnyObject, Sendable {
  /// The property is about to change.
  func propertyWillChange()
  /// The new value can be read.
  func propertyDidChange()
  /// Ends observation: nothing is told any more.
  func invalidate()
}

/// One observable property of one object, without its value: who observes it, and the one place that tells them.
///
/// The property's getter calls `access()`. Whoever changes it calls `willChange()` before and `didChange()` after,
/// with no lock held; while nobody observes, each costs one atomic load. A value that is only stored has it all done by
/// `@Observed`.
final class ObservedProperty: Sendable {
  private let observerCount = Atomic<Int>(0)
  private let observers = Mutex<[any PropertyObserver]>([])

  /// Whether anybody wants to know of changes. No false no: who begins to observe reads the value afterwards.
  var isObserved: Bool { observerCount.load(ordering: .acquiring) != 0 }

  /// The property is being read.
  func access() { AccessRecorder.note(self) }

  /// Tells the observers of a change to come.
  func willChange() {
    for observer in current { observer.propertyWillChange() }
  }

  /// Tells the observers that the new value can be read, on this thread.
  func didChange() {
    for observer in current { observer.propertyDidChange() }
  }

  func add(_ observer: any PropertyObserver) {
    observers.withLock { $0.append(observer) }
    observerCount.add(1, ordering: .acquiringAndReleasing)
  }

  func remove(_ observer: any PropertyObserver) {
    let removed = observers.withLock { observers in
      let index = observers.firstIndex { $0 === observer }
      // Let go of outside the lock: with the observer its handler may go, and with that anything.
      return index.map { observers.remove(at: $0) }
    }
    if removed != nil { observerCount.subtract(1, ordering: .acquiringAndReleasing) }
  }

  private var current: [any PropertyObserver] { isObserved ? observers.withLock { $0 } : [] }
}
