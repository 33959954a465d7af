import MediaEngine
import Synchronization

// The player's own choices among the alternatives of its items.
extension AVPlayer {
  /// A Boolean value that says whether the player selects among alternatives by its criteria, if nothing was selected
  /// explicitly. It is `true` until it is set (PL-41).
  public var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { choosesAutomatically }
    set {
      let items = change { state in
        state.choosesAutomatically = newValue
        return state.queue.items
      }
      for item in items { item.applyCriteria() }
    }
  }

  var choosesAutomatically: Bool { state.withLock { $0.choosesAutomatically } }

  /// The criteria by which the player chooses among the alternatives of a characteristic. They are `nil` until they are set: a
  /// file's default is played.
  public func mediaSelectionCriteria(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVPlayerMediaSelectionCriteria? { state.withLock { $0.criteria[mediaCharacteristic] } }

  /// Sets the criteria by which the player chooses among the alternatives of a characteristic: sound (`.audible`) and texts
  /// (`.legible`) have alternatives. They are applied when an item becomes ready, at once to those that are, and when somebody
  /// chooses in another group (PL-41).
  public func setMediaSelectionCriteria(
    _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) {
    let items = change { state in
      state.criteria[mediaCharacteristic] = criteria
      return state.queue.items
    }
    for item in items { item.applyCriteria() }
  }
}
