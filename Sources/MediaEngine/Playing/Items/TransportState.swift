/// The state of a player's transport: the client's wish, the item's state, and the status that follows from both. A
/// pure value.
package struct TransportState: Sendable, Equatable {
  package enum ControlStatus: Int, Sendable { case paused, waiting, playing }
  package enum WaitingReason: Sendable { case noItem, evaluating, stalling }

  /// The state of the item.
  package enum Item: Sendable, Equatable {
    case none
    /// It is being opened, or goes to a place.
    case preparing
    case ready
    /// Its time runs.
    case running
    case failed
  }

  /// The wanted rate. It is 0 while it pauses.
  package private(set) var rate: Float = 0
  package var item = Item.none
  package var waitsToMinimizeStalling = true

  package init() {}

  package var controlStatus: ControlStatus {
    if rate == 0 { return .paused }
    return item == .running ? .playing : .waiting
  }

  /// The reason why it waits. It is `nil` unless it waits.
  package var waitingReason: WaitingReason? {
    guard controlStatus == .waiting else { return nil }
    switch item {
    case .none, .failed: return .noItem
    case .preparing, .ready, .running: return waitsToMinimizeStalling ? .stalling : .evaluating
    }
  }

  /// Sets the rate.
  ///
  /// - Returns: Whether that is another rate.
  package mutating func setRate(_ new: Float) -> Bool {
    // A value that is no number is no rate.
    let new = new.isFinite ? new : 0
    defer { rate = new }
    return rate != new
  }
}
