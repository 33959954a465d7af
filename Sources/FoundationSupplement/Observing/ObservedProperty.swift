import Observation
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

/// One observable property of one object, without its value: its observers, and the one place that tells them.
///
/// The property's getter calls `access()`. Whoever changes the property calls `willChange()` before and `didChange()`
/// after, with no lock held. `@Observed` does all of that for a value that is only stored.
///
/// Key-value observers and Swift's Observation are told from here. While nobody observes, the former costs an atomic
/// load, and the latter one lock of its own.
package final class ObservedProperty: Observable, Sendable {
  private let observerCount = Atomic<Int>(0)
  private let observers = Mutex<[any PropertyObserver]>([])
  private let registrar = ObservationRegistrar()
  /// A placeholder for the property, since Swift's Observation identifies what is read by an object and a key path.
  private var value: Void { () }

  /// A Boolean value that says whether the property is observed. A `false` that is just out of date is harmless: an
  /// observer reads the value after it has begun to observe.
  var isObserved: Bool { observerCount.load(ordering: .acquiring) != 0 }

  /// Notes that the property is being read.
  func access() {
    AccessRecorder.note(self)
    registrar.access(self, keyPath: \.value)
  }

  /// Tells the observers of a change to come.
  func willChange() {
    if isObserved { for observer in current { observer.propertyWillChange() } }
  }

  /// Tells the observers that the new value can be read, on this thread.
  func didChange() {
    if isObserved { for observer in current { observer.propertyDidChange() } }
    // `onChange` of `withObservationTracking` and the sequence `Observations` wait for `willSet`. It is called when the
    // new value is visible, because on other threads they may read the value at once, and would not be told a second
    // time.
    registrar.willSet(self, keyPath: \.value)
  }

  func add(_ observer: any PropertyObserver) {
    observers.withLock { $0.append(observer) }
    observerCount.add(1, ordering: .acquiringAndReleasing)
  }

  func remove(_ observer: any PropertyObserver) {
    let removed = observers.withLock { observers in
      let index = observers.firstIndex { $0 === observer }
      // Released outside of the lock: with the observer its handler may go, and with that anything.
      return index.map { observers.remove(at: $0) }
    }
    if removed != nil { observerCount.subtract(1, ordering: .acquiringAndReleasing) }
  }

  private var current: [any PropertyObserver] { observers.withLock { $0 } }
}
