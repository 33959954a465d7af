import AVFAudio
import MediaEngine
import Synchronization

// Events of a player, for those of this package who have no main thread to be told on.
extension AVPlayer {
  /// An event of the current item, told after the player and the item say it themselves.
  package enum Event: Sendable {
    /// Another item is current, or none.
    case itemChanged
    case ready
    case failed(AVError)
    /// The time runs, or stands.
    case runs(Bool)
    /// The time stands because media did not come in time.
    case stalled
    /// Other stretches of the item are there, or will do.
    case buffered
    case jumped
    /// A picture that somebody waited for is decoded.
    case decoded
    case ended
    case failedToEnd(AVError)

    init(_ event: PlayingEvent) {
      self =
        switch event {
        case .ready: .ready
        case .failed(let error): .failed(AVError(wrapping: error))
        case .runs(let isRunning): .runs(isRunning)
        case .stalled: .stalled
        case .buffered: .buffered
        case .jumped: .jumped
        case .decoded: .decoded
        case .reachedEnd: .ended
        case .failedToReachEnd(let error): .failedToEnd(AVError(wrapping: error))
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
