import AVFAudio
public import CoreMedia
public import Foundation
package import MediaEngine
import MediaSupport
import Synchronization

/// Plays items: controls their rate and their time, and tells how they go.
///
/// What a client wants is there at once (`rate`); what comes of it is told by `timeControlStatus`. The sound of an item is
/// heard on a sound device, whose time is the item's; its pictures are given by an `AVPlayerItemVideoOutput`. Any thread
/// (PL-16); observers are told on the main thread (PL-15).
open class AVPlayer: NSObject, @unchecked Sendable {
  // Sendable: constants, and what lies behind the lock.

  /// Whether a player can play.
  public enum Status: Int, Sendable {
    /// It has played nothing yet.
    case unknown = 0
    /// It can play items.
    case readyToPlay = 1
    /// It cannot any more: see `error`.
    case failed = 2
  }

  /// What a player does about its wanted rate.
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused = 0
    /// It waits for what it needs: see `reasonForWaitingToPlay`.
    case waitingToPlayAtSpecifiedRate = 1
    /// The item's time runs.
    case playing = 2
  }

  /// Why a player waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What is played next is being prepared, so that it does not stall.
    public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// It finds out whether it can play.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// There is nothing to play.
    public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// What a player does when an item was played to its end.
  public enum ActionAtItemEnd: Int, Sendable {
    /// It goes on with the next item of its queue.
    case advance = 0
    /// It pauses.
    case pause = 1
    /// It does nothing: the rate stays, and the time is that of the end.
    case none = 2
  }

  struct State {
    var transport = TransportState()
    /// The current item first.
    var items: [AVPlayerItem] = []
    var status = Status.unknown
    var defaultRate: Float = 1
    var actionAtItemEnd: ActionAtItemEnd
    var volume: Float = 1
    var isMuted = false
    var deviceUID: String?
    var observers: [PlayerTimeObserver] = []

    var heardVolume: Float { isMuted ? 0 : volume }
  }

  let state: Mutex<State>
  private let changed = Changes()
  private let makeDevice: @Sendable (String?) -> MixingDevice
  /// Whether items can follow each other.
  let isQueue: Bool

  /// What can be observed.
  private struct Changes: Sendable {
    let rate = DerivedProperty()
    let status = DerivedProperty()
    let timeControlStatus = DerivedProperty()
    let reasonForWaitingToPlay = DerivedProperty()
    let currentItem = DerivedProperty()
  }

  // MARK: Making one

  /// A player without an item (PL-20).
  public override convenience init() { self.init(playerItem: nil) }

  /// A player of what is at a URL (PL-20).
  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  /// A player of an item. Stops the process for an item of another player (PL-21).
  public convenience init(playerItem item: AVPlayerItem?) { self.init(items: item.map { [$0] } ?? [], isQueue: false) }

  /// - Parameters:
  ///   - isQueue: whether items can follow each other.
  ///   - device: finds a sound device by its identifier.
  package init(
    items: [AVPlayerItem], isQueue: Bool,
    device: @escaping @Sendable (String?) -> MixingDevice = { MixingDevice.shared($0) }
  ) {
    self.isQueue = isQueue
    makeDevice = device
    state = Mutex(State(actionAtItemEnd: isQueue ? .advance : .pause))
    super.init()
    for item in items { insert(item, at: nil) }
  }

  deinit { for item in state.withLock({ $0.items }) { item.leave() } }

  // MARK: State

  /// Whether the player can play (PL-01). It can be observed.
  public var status: Status {
    changed.status.access()
    return state.withLock { $0.status }
  }

  /// Why the player cannot play. No player fails here: an item does (PL-01).
  public var error: (any Error)? { nil }

  /// What the player does about the wanted rate (PL-03). It can be observed.
  public var timeControlStatus: TimeControlStatus {
    changed.timeControlStatus.access()
    return switch state.withLock({ $0.transport.controlStatus }) {
    case .paused: .paused
    case .waiting: .waitingToPlayAtSpecifiedRate
    case .playing: .playing
    }
  }

  /// Why the player waits. It is `nil` unless it does (PL-04). It can be observed.
  public var reasonForWaitingToPlay: WaitingReason? {
    changed.reasonForWaitingToPlay.access()
    return switch state.withLock({ $0.transport.waitingReason }) {
    case .noItem: .noItemToPlay
    case .evaluating: .evaluatingBufferingRate
    case .stalling: .toMinimizeStalls
    case nil: nil
    }
  }

  /// The item that is played (PL-15). It can be observed.
  public var currentItem: AVPlayerItem? {
    changed.currentItem.access()
    return state.withLock { $0.items.first }
  }

  /// The place that is presented now; zero without an item (PL-38).
  public func currentTime() -> CMTime { state.withLock { $0.items.first }?.currentTime() ?? .zero }

  // MARK: Rate

  /// The wanted rate: media seconds a second, 0 while it pauses, and below 0 backwards (PL-02). It can be observed.
  public var rate: Float {
    get {
      changed.rate.access()
      return state.withLock { $0.transport.rate }
    }
    set { setRate(newValue, reason: .setRateCalled) }
  }

  /// The rate at which `play()` plays. It is 1 until it is set, which starts nothing (PL-06).
  public var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { state.withLock { $0.defaultRate = newValue } }
  }

  /// Plays at the default rate (PL-06).
  public func play() { rate = defaultRate }

  /// Pauses (PL-07).
  public func pause() { rate = 0 }

  /// Plays at a rate with what is at hand (PL-08).
  public func playImmediately(atRate rate: Float) { self.rate = rate }

  /// Whether the player may wait when it begins to play, or has nothing more to play, until it can go on without a stall
  /// (PL-09).
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { state.withLock { $0.transport.waitsToMinimizeStalling } }
    set { change { $0.transport.waitsToMinimizeStalling = newValue } }
  }

  /// Plays at a rate, from a time on, and from a time of the host's clock on (PL-31).
  ///
  /// Stops the process while `automaticallyWaitsToMinimizeStalling` is `true`.
  ///
  /// - Parameters:
  ///   - itemTime: the place. It is the current one where it is not numeric.
  ///   - hostClockTime: is reached at that place. It is soon where it is not numeric.
  public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    if automaticallyWaitsToMinimizeStalling {
      raise(.invalidArgument, "setRate(_:time:atHostTime:) needs automaticallyWaitsToMinimizeStalling to be false")
    }
    if itemTime.isNumeric { currentItem?.engine?.seek(to: itemTime, completion: nil) }
    setRate(rate, reason: .setRateCalled, hostTime: hostClockTime.isNumeric ? hostClockTime : nil)
  }

  /// Decodes ahead, so that playing at a rate begins at once (PL-32).
  ///
  /// Stops the process unless `status` is `.readyToPlay`.
  ///
  /// - Parameters:
  ///   - rate: the rate at which is to be played.
  ///   - completionHandler: is called once, on any thread: with `true` when that is done, and with `false` when the time or the
  ///     rate changes before, while the player plays, and without an item that can be played.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    if status != .readyToPlay { raise(.invalidArgument, "preroll(atRate:) needs a status of readyToPlay") }
    guard let engine = currentItem?.engine, self.rate == 0, rate.isFinite else {
      completionHandler?(false)
      return
    }
    engine.preroll(rate: Double(rate), completion: completionHandler)
  }

  /// Decodes ahead, so that playing at a rate begins at once: see `preroll(atRate:completionHandler:)`.
  ///
  /// - Returns: whether that was done.
  public func preroll(atRate rate: Float) async -> Bool {
    await withCheckedContinuation { continuation in
      preroll(atRate: rate) { continuation.resume(returning: $0) }
    }
  }

  /// Ends the prerolls that are not done: their handlers get `false` (PL-32).
  public func cancelPendingPrerolls() { currentItem?.engine?.cancelPrerolls() }

  private func setRate(_ rate: Float, reason: RateDidChangeReason, hostTime: CMTime? = nil) {
    var hasChanged = false
    let item = change { state in
      hasChanged = state.transport.setRate(rate)
      return state.items.first
    }
    // A rate that stays is set anew where it is to begin at another time.
    if hasChanged, rate != 0 { item?.engine?.cancelPrerolls() }
    if hasChanged || hostTime != nil { item?.engine?.setRate(Double(self.rate), hostTime: hostTime) }
    if hasChanged {
      MainThread.post(
        Self.rateDidChangeNotification, from: self, key: Self.rateDidChangeReasonKey, value: reason.rawValue)
    }
  }

  // MARK: Sound

  /// The gain of the sound: 0 to 1. It is 1 until it is set (PL-40).
  public var volume: Float {
    get { state.withLock { $0.volume } }
    set { changeVolume { $0.volume = newValue.isFinite ? min(1, max(0, newValue)) : $0.volume } }
  }

  /// Whether the sound is not heard, whatever the volume is (PL-40).
  public var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { changeVolume { $0.isMuted = newValue } }
  }

  private func changeVolume(_ change: (inout State) -> Void) {
    let (volume, items) = state.withLock { state in
      change(&state)
      return (state.heardVolume, state.items)
    }
    for item in items { item.engine?.setVolume(volume) }
  }

  // MARK: Items

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
    if let current { remove(current) }
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
  func remove(_ item: AVPlayerItem) {
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
        remove(item)
      } else {
        setRate(0, reason: .setRateFailed)
      }
    }
  }

  private var observers: [PlayerTimeObserver] { state.withLock { $0.observers } }

  private func endOfItem(_ item: AVPlayerItem) {
    for observer in observers { observer.timeHasStopped() }
    switch actionAtItemEnd {
    case .advance: remove(item)
    case .pause:
      change { if $0.items.first === item { $0.transport.item = .ready } }
      setRate(0, reason: .setRateCalled)
    // The rate stays, and the time with it (PL-23).
    case .none: break
    }
  }

  /// Changes the state, and tells what else that changes.
  @discardableResult
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (before, after, result) = state.withLock { state in
      let before = Told(state)
      let result = body(&state)
      if let item = state.items.first {
        state.status = .readyToPlay
        if before.item !== item { state.transport.item = .preparing }
        switch item.status {
        case .failed: state.transport.item = .failed
        case .readyToPlay: if state.transport.item == .preparing { state.transport.item = .ready }
        case .unknown: break
        }
      } else {
        state.transport.item = .none
      }
      return (before, Told(state), result)
    }
    var properties: [DerivedProperty] = []
    if before.item !== after.item { properties.append(changed.currentItem) }
    if before.status != after.status { properties.append(changed.status) }
    if before.transport.rate != after.transport.rate { properties.append(changed.rate) }
    if before.transport.controlStatus != after.transport.controlStatus { properties.append(changed.timeControlStatus) }
    if before.transport.waitingReason != after.transport.waitingReason {
      properties.append(changed.reasonForWaitingToPlay)
    }
    if !properties.isEmpty {
      let told = properties
      MainThread.perform { for property in told { property.didChange() } }
    }
    return result
  }

  /// What observers know.
  private struct Told {
    let item: AVPlayerItem?
    let status: Status
    let transport: TransportState

    init(_ state: State) { (item, status, transport) = (state.items.first, state.status, state.transport) }
  }
}
