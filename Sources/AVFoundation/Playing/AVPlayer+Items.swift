import MediaEngine
import Synchronization

// The items of a player: one, or a queue.
extension AVPlayer {
  /// What the player does when an item was played to its end. It is `.pause` until it is set, and `.advance` for a queue
  /// (PL-22). Stops the process for `.advance` of a player that is no queue.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.actionAtItemEnd } }
    set {
      if newValue == .advance, !isQueue {
        raise(.invalidArgument, "AVPlayer does not support the action at item end advance: AVQueuePlayer does")
      }
      state.withLock { $0.actionAtItemEnd = newValue }
    }
  }

  /// Plays another item instead of the current one, which leaves the player. The current item stays as it is (PL-21).
  ///
  /// Stops the process for an item that is in the queue already, or was given to another player.
  ///
  /// - Parameter item: is `nil` for none.
  public func replaceCurrentItem(with item: AVPlayerItem?) {
    let current = state.withLock { $0.items.first }
    if let item, item === current { return }
    if let item { insert(item, at: current == nil ? nil : 1) }
    if let current { takeOut(current) }
  }

  /// Puts an item into the queue, and opens it where its turn is near.
  ///
  /// - Parameter index: is `nil` for the end.
  func insert(_ item: AVPlayerItem, at index: Int?) {
    if let owner = item.owner, owner != ObjectIdentifier(self) {
      raise(.invalidArgument, "An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
    }
    let isThere = change { state in
      if state.items.contains(where: { $0 === item }) { return true }
      state.items.insert(item, at: index ?? state.items.count)
      return false
    }
    if isThere { raise(.invalidArgument, "the item is in the queue of the player already") }
    openItems()
  }

  /// Takes an item out of the queue: the next one becomes current where it was.
  func takeOut(_ item: AVPlayerItem) {
    change { state in state.items.removeAll { $0 === item } }
    item.leave()
    openItems()
  }

  /// Opens the current item and the one behind it.
  private func openItems() {
    let (items, volume, uid) = state.withLock { (Array($0.items.prefix(2)), $0.heardVolume, $0.deviceUID) }
    let makeDevice = makeDevice
    for item in items where item.engine == nil && item.status == .unknown {
      item.join(
        self, volume: volume, device: { makeDevice(uid ?? $0) },
        tell: { [weak self] item, event in self?.note(event, of: item) })
    }
    followCurrentItem()
  }

  /// Lets the current item run at the wanted rate, and what watches the time watch its own.
  private func followCurrentItem() {
    let (item, rate, observers) = state.withLock { ($0.items.first, $0.transport.rate, $0.observers) }
    for observer in observers { observer.watch(item) }
    if rate != 0 { item?.engine?.setRate(Double(rate)) }
  }

  // MARK: Events of items

  /// Called on the item's own thread.
  private func note(_ event: PlayingEvent, of item: AVPlayerItem) {
    guard state.withLock({ $0.items.first }) === item else { return }
    switch event {
    case .ready, .failed: change { _ in }
    case .runs(let isRunning):
      change { if $0.items.first === item { $0.transport.item = isRunning ? .running : .ready } }
      for observer in observers { if isRunning { observer.timeHasJumped() } else { observer.timeHasStopped() } }
    case .jumped: for observer in observers { observer.timeHasJumped() }
    case .reachedEnd: endOfItem(item)
    case .failedToReachEnd:
      change { if $0.items.first === item { $0.transport.item = .ready } }
      if isQueue, actionAtItemEnd == .advance, state.withLock({ $0.items.count }) > 1 {
        takeOut(item)
      } else {
        setRate(0, reason: .setRateFailed)
      }
    }
  }

  private var observers: [PlayerTimeObserver] { state.withLock { $0.observers } }

  private func endOfItem(_ item: AVPlayerItem) {
    for observer in observers { observer.timeHasStopped() }
    switch actionAtItemEnd {
    case .advance: takeOut(item)
    case .pause:
      change { if $0.items.first === item { $0.transport.item = .ready } }
      setRate(0, reason: .setRateCalled)
    // The rate stays, and the time with it (PL-23).
    case .none: break
    }
  }
}
