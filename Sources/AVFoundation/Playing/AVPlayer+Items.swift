import CoreMedia
import MediaEngine
import Synchronization

// The items of a player: one, or a queue.
extension AVPlayer {
  /// A Boolean value that says whether items can follow each other.
  var isQueue: Bool { self is AVQueuePlayer }

  /// The action of the player when an item was played to its end. It is `.pause` until it is set, and `.advance` for a queue
  /// (PL-22). Stops the process for `.advance` of a player that is no queue.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.actionAtItemEnd } }
    set {
      if newValue == .advance, !isQueue {
        raise(.invalidArgument, "AVPlayer does not support the action at item end advance: AVQueuePlayer does")
      }
      state.withLock { $0.actionAtItemEnd = newValue }
      followItems()
    }
  }

  /// Plays another item instead of the current one, which leaves the player. The current item stays as it is (PL-21).
  ///
  /// Stops the process for an item that is in the queue already, or was given to another player.
  ///
  /// - Parameter item: is `nil` for none.
  public func replaceCurrentItem(with item: AVPlayerItem?) {
    let current = state.withLock { $0.queue.current }
    if let item, item === current { return }
    if let item { insert(item, at: .behind(current)) }
    if let current { takeOut(current) }
  }

  /// Puts an item into the queue, and opens it where its turn is near.
  ///
  /// Stops the process for an item that is in the queue already, or was given to another player.
  func insert(_ item: AVPlayerItem, at place: PlayerQueue<AVPlayerItem>.Place) {
    if !item.belong(to: self) {
      raise(.invalidArgument, "An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
    }
    let isNew = change { $0.queue.insert(item, at: place) }
    if !isNew { raise(.invalidArgument, "the item is in the queue of the player already") }
    openItems()
  }

  /// Removes an item from the queue. If it was current, the next one becomes current. Nothing happens if the item is
  /// not in the queue.
  func takeOut(_ item: AVPlayerItem) {
    guard change({ $0.queue.remove(item) }) else { return }
    item.leave()
    goOn()
  }

  /// Moves an item behind another one, to be played again from a time of its own. The next item becomes current.
  func sendBack(_ item: AVPlayerItem, to time: CMTime, behind other: AVPlayerItem) {
    change { $0.queue.move(item, to: .behind(other)) }
    following.withLock { _ in item.engine?.setRate(0) }
    // Handlers of seeks that this one ends are called here: no lock is held.
    item.engine?.seek(to: time, completion: nil)
    goOn()
  }

  /// Goes on with the item that is current now.
  private func goOn() {
    openItems()
    // It may have begun before it was current.
    if currentItem?.engine?.isRunning == true { for observer in observers { observer.timeHasJumped() } }
    passOver()
  }

  /// Ends the turn of the current item: it leaves the queue, unless a looper repeats it.
  func endTurn(of item: AVPlayerItem) {
    let looper = state.withLock { $0.looper }
    if looper?.repeats(item) != true { takeOut(item) }
  }

  /// Opens the items whose turn is near.
  private func openItems() {
    let items = state.withLock { state in
      state.queue.itemsToOpen { $0.state.withLock { $0.duration } }
    }
    for item in items where item.engine == nil && item.status != .failed {
      item.join(self) { [weak self] item, event in self?.note(event, of: item) }
      // Another thread may have taken it out before it was there to leave.
      if !state.withLock({ $0.queue.items.contains(item) }) { item.leave() }
    }
    followItems()
  }

  /// Makes each item be followed by the next one, sets the wanted rate of the current one, and makes the observers of
  /// the time follow its time.
  func followItems() {
    following.withLock { _ in
      let (items, action, rate, observers) = state.withLock { state in
        (state.queue.items, state.actionAtItemEnd, state.transport.rate, state.observers)
      }
      for (item, next) in zip(items, items.dropFirst()) {
        item.engine?.setSuccessor(action == .advance ? next.engine : nil)
      }
      items.last?.engine?.setSuccessor(nil)
      for observer in observers { observer.watch(items.first) }
      items.first?.engine?.setRate(Double(rate))
    }
    tell(.itemChanged)
  }

  // MARK: Events of items

  /// Called on the item's own thread.
  private func note(_ event: PlayingEvent, of item: AVPlayerItem) {
    // More are opened where those that are open turn out to be short.
    if case .ready = event { openItems() }
    guard state.withLock({ $0.queue.current }) === item else { return }
    switch event {
    case .ready: change { _ in }
    case .failed(let error):
      change { _ in }
      state.withLock { $0.looper }?.fail(with: error, of: item)
      passOver()
    case .runs(let isRunning):
      change { if $0.queue.current === item { $0.transport.item = isRunning ? .running : .ready } }
      for observer in observers { if isRunning { observer.timeHasJumped() } else { observer.timeHasStopped() } }
    case .jumped: for observer in observers { observer.timeHasJumped() }
    case .decoded, .buffered, .flushed: break
    // Nothing waits for it (PL-10).
    case .stalled: if !automaticallyWaitsToMinimizeStalling { setRate(0, reason: .setRateFailed, stopped: item) }
    case .reachedEnd: endOfItem(item)
    case .failedToReachEnd: if hasNext { takeOut(item) } else { setRate(0, reason: .setRateFailed, stopped: item) }
    }
    if let told = Event(event) { tell(told) }
  }

  private var observers: [PlayerTimeObserver] { state.withLock { $0.observers } }

  /// A Boolean value that says whether the player continues with another item after the current one.
  private var hasNext: Bool { state.withLock { $0.actionAtItemEnd == .advance && $0.queue.items.count > 1 } }

  private func endOfItem(_ item: AVPlayerItem) {
    for observer in observers { observer.timeHasStopped() }
    switch actionAtItemEnd {
    case .advance: endTurn(of: item)
    case .pause: setRate(0, reason: .setRateCalled, stopped: item)
    // The rate stays, and the time with it (PL-23).
    case .none: break
    }
  }

  /// Skips a current item that cannot be played, if another follows, and one that was played to its end before it was
  /// current, since the player was not told of that end.
  func passOver() {
    guard let item = state.withLock({ $0.transport.rate != 0 ? $0.queue.current : nil }) else { return }
    if item.hasReachedEnd {
      endOfItem(item)
    } else if item.status == .failed, hasNext {
      takeOut(item)
    }
  }
}
