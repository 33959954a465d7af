import Synchronization

/// The choice whether players can be observed. It is fixed when the first of them is made.
private struct ObservationChoice {
  var isEnabled = false
  var isFixed = false
}

private let observation = Mutex(ObservationChoice())

extension AVPlayer {
  /// A Boolean value that says whether players, items and their tracks can be observed by Swift's Observation. It is `false`
  /// until it is set; they can be observed here in any case.
  ///
  /// Stops the process where it is changed after a player, an item or a track was made (PL-43).
  public class var isObservationEnabled: Bool {
    get { observation.withLock { $0.isEnabled } }
    set {
      let isPossible = observation.withLock { choice in
        if choice.isFixed, choice.isEnabled != newValue { return false }
        choice.isEnabled = newValue
        return true
      }
      if !isPossible {
        raise(
          .invalidArgument,
          "isObservationEnabled must be set before any player, player item or player item track is created")
      }
    }
  }

  /// Called by every object that can be observed when it is made.
  static func fixObservation() { observation.withLock { $0.isFixed = true } }
}
