/// The state of a player's transport: the rate that the client wants, the item's state, and the status that follows
/// from both. A pure value.
package struct TransportState: Sendable, Equatable {
  package enum ControlStatus: Int, Sendable { case paused, waiting, playing }
  package enum WaitingReason: Sendable { case noItem, evaluating, stalling }

  /// The state of the item.
  package enum Item: Sendable, Equatable {
    case none
    /// The item is being opened, or is seeking.
    case preparing
    case ready
    /// The item's time runs.
    case running
    case failed
  }

  /// The wanted rate. It is 0 while the player is paused.
  package private(set) var rate: Float = 0
  package var item = Item.none
  package var waitsToMinimizeStalling = true

  package init() {}

  package var controlStatus: ControlStatus {
    if rate == 0 { return .paused }
    return item == .running ? .playing : .waiting
  }

  /// The reason for waiting; `nil` unless the player waits.
  package var waitingReason: WaitingReason? {
    guard controlStatus == .waiting else { return nil }
    switch item {
    case .none, .failed: return .noItem
    case .preparing, .ready, .running: return waitsToMinimizeStalling ? .stalling : .evaluating
    }
  }

  /// Sets the rate.
  ///
  /// - Returns: Whether the rate changed.
  package mutating func setRate(_ new: Float) -> Bool {
    // A value that is not finite counts as 0.
    let new = new.isFinite ? new : 0
    defer { rate = new }
    return rate != new
  }
}
