import AVFAudio
import MediaEngine
import Synchronization

// Events of a player, for programs of this package that have no main thread to be told on.
extension AVPlayer {
  /// An event of the current item. It is told after the properties of the player and the item show it.
  package enum Event: Sendable {
    /// Another item is current, or none.
    case itemChanged
    case ready
    case failed(AVError)
    /// The time runs, or stands.
    case runs(Bool)
    /// The time stands because media did not come in time.
    case stalled
    /// Other stretches of the item are buffered, or are enough to go on.
    case buffered
    case jumped
    /// The pictures are to be shown in another shape.
    case shapeChanged
    /// A picture that somebody waited for is decoded.
    case decoded
    case ended
    case failedToEnd(AVError)

    /// - Returns: `nil` for an event that only an item's outputs have to know.
    init?(_ event: PlayingEvent) {
      switch event {
      case .ready: self = .ready
      case .failed(let error): self = .failed(AVError(wrapping: error))
      case .runs(let isRunning): self = .runs(isRunning)
      case .stalled: self = .stalled
      case .buffered: self = .buffered
      case .flushed: return nil
      case .jumped: self = .jumped
      case .decoded: self = .decoded
      case .reachedEnd: self = .ended
      case .failedToReachEnd(let error): self = .failedToEnd(AVError(wrapping: error))
      }
    }
  }

  /// Tells of events from now on, on threads of the player's, until it is given `nil` for the same owner. The handler has to
  /// return soon.
  package func observeEvents(_ owner: AnyObject, _ handler: (@Sendable (Event) -> Void)?) {
    state.withLock { $0.listeners[ObjectIdentifier(owner)] = handler }
  }

  func tell(_ event: Event) {
    for handler in state.withLock({ Array($0.listeners.values) }) { handler(event) }
  }
}
