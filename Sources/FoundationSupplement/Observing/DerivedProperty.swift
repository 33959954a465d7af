import Synchronization

/// An observable property whose value is derived from state that several threads change.
///
/// Two changes on two threads must not be reported in the wrong order, or an observer would keep the older value for
/// ever. So one thread reports at a time. That thread also reports the changes that are made meanwhile, even by an
/// observer that it is calling. The last call of an observer always finds the last value.
package final class DerivedProperty: Sendable {
  private enum Turn {
    case free
    case telling
    /// Something changed while the observers were told.
    case tellingAgain
  }

  private let property = ObservedProperty()
  private let turn = Mutex(Turn.free)

  package init() {}

  /// Notes that the property is being read.
  package func access() { property.access() }

  /// The facts have changed and the new value can be read. No lock may be held.
  package func didChange() {
    // Without observers there is no order to keep.
    guard property.isObserved else { return property.didChange() }
    guard takeTurn() else { return }
    repeat {
      property.willChange()
      property.didChange()
    } while mustTellAgain()
  }

  /// - Returns: `false` when another thread, or a caller of this, is telling: it tells again.
  private func takeTurn() -> Bool {
    turn.withLock { turn in
      defer { turn = turn == .free ? .telling : .tellingAgain }
      return turn == .free
    }
  }

  private func mustTellAgain() -> Bool {
    turn.withLock { turn in
      defer { turn = turn == .tellingAgain ? .telling : .free }
      return turn == .tellingAgain
    }
  }
}
