import AVFAudio
public import CoreMedia
public import Foundation
package import MediaEngine
import MediaSupport
import Synchronization

/// Plays media items and controls their rate and time.
///
/// A rate that is set can be read at once; `timeControlStatus` says whether the player has reached it. Sound is heard on a
/// sound device, whose clock drives the item; pictures come from an `AVPlayerItemVideoOutput`. Any thread may use a player
/// (PL-16). Observers are told on the main thread (PL-15).
open class AVPlayer: NSObject, @unchecked Sendable {
  // Sendable: constants, and state that the lock protects.

  struct State {
    var transport = TransportState()
    var queue = PlayerQueue<AVPlayerItem>()
    var status = Status.unknown
    var defaultRate: Float = 1
    var actionAtItemEnd = ActionAtItemEnd.pause
    var choosesAutomatically = true
    var external = ExternalSettings()
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    var volume: Float = 1
    var isMuted = false
    var deviceUID: String?
    var sourceClock: CMClock?
    var observers: [PlayerTimeObserver] = []
    /// The looper of the queue. It is `nil` where nothing is repeated.
    weak var looper: AVPlayerLooper?
    var listeners: [ObjectIdentifier: @Sendable (Event) -> Void] = [:]

    var heardVolume: Float { isMuted ? 0 : volume }

    /// The status of the player, with that of the current item: an item gets its own status a moment before its player
    /// is told.
    var currentStatus: Status { (queue.current?.status ?? .unknown) == .unknown ? status : .readyToPlay }
  }

  let state = Mutex(State())
  /// Held while items are given the rate and their successors, so that no item is told of an outdated queue.
  let following = Mutex(())
  private let changed = Changes()
  let makeDevice: @Sendable (String?) -> MixingDevice

  /// The properties that can be observed.
  private struct Changes: Sendable {
    let rate = DerivedProperty()
    let status = DerivedProperty()
    let timeControlStatus = DerivedProperty()
    let reasonForWaitingToPlay = DerivedProperty()
    let currentItem = DerivedProperty()
    let error = DerivedProperty()
    let externalPlayback = DerivedProperty()
    let protection = DerivedProperty()
  }

  // MARK: Making one

  /// A player without an item (PL-20).
  public override init() {
    makeDevice = MixingDevice.shared
    super.init()
    begin([])
  }

  /// A player of the media at a URL (PL-20).
  public init(url URL: URL) {
    makeDevice = MixingDevice.shared
    super.init()
    begin([AVPlayerItem(url: URL)])
  }

  /// A player of an item. Stops the process for an item of another player (PL-21).
  public init(playerItem item: AVPlayerItem?) {
    makeDevice = MixingDevice.shared
    super.init()
    begin(item.map { [$0] } ?? [])
  }

  /// A player of several items on devices of the caller's.
  ///
  /// - Parameter device: finds a sound device by its identifier.
  package init(items: [AVPlayerItem], device: @escaping @Sendable (String?) -> MixingDevice) {
    makeDevice = device
    super.init()
    begin(items)
  }

  private func begin(_ items: [AVPlayerItem]) {
    Self.fixObservation()
    if isQueue { state.withLock { $0.actionAtItemEnd = .advance } }
    for item in items { insert(item, at: .behind(nil)) }
  }

  deinit { for item in state.withLock({ $0.queue.items }) { item.leave() } }

  // MARK: State

  /// The player's ability to play (PL-01). It is `.unknown` until the loading of its first item has succeeded or failed, and
  /// can be observed.
  open var status: Status {
    changed.status.access()
    return state.withLock { $0.currentStatus }
  }

  /// The error because of which the player cannot play. It is always `nil` here: an item fails, and no player does (PL-01).
  open var error: (any Error)? {
    changed.error.access()
    return nil
  }

  /// The state of the player on its way to the wanted rate (PL-03). It can be observed.
  open var timeControlStatus: TimeControlStatus {
    changed.timeControlStatus.access()
    return switch state.withLock({ $0.transport.controlStatus }) {
    case .paused: .paused
    case .waiting: .waitingToPlayAtSpecifiedRate
    case .playing: .playing
    }
  }

  /// The reason why the player waits. It is `nil` unless it does (PL-04). It can be observed.
  open var reasonForWaitingToPlay: WaitingReason? {
    changed.reasonForWaitingToPlay.access()
    return switch state.withLock({ $0.transport.waitingReason }) {
    case .noItem: .noItemToPlay
    case .evaluating: .evaluatingBufferingRate
    case .stalling: .toMinimizeStalls
    case nil: nil
    }
  }

  /// The item that is played (PL-15). It can be observed.
  open var currentItem: AVPlayerItem? {
    changed.currentItem.access()
    return state.withLock { $0.queue.current }
  }

  /// The place that is presented now; zero without an item (PL-38).
  open func currentTime() -> CMTime { state.withLock { $0.queue.current }?.currentTime() ?? .zero }

  // MARK: Rate

  /// The wanted rate: media seconds a second, 0 while it pauses, and below 0 backwards (PL-02). It can be observed.
  open var rate: Float {
    get {
      changed.rate.access()
      return state.withLock { $0.transport.rate }
    }
    set { setRate(newValue, reason: .setRateCalled) }
  }

  /// The rate at which `play()` plays. It is 1 until it is set, which starts nothing (PL-06).
  open var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { state.withLock { $0.defaultRate = newValue } }
  }

  /// Plays at the default rate (PL-06).
  open func play() { rate = defaultRate }

  /// Pauses (PL-07).
  open func pause() { rate = 0 }

  /// Plays at a rate at once, with the media that is at hand (PL-08).
  open func playImmediately(atRate rate: Float) { setRate(rate, reason: .setRateCalled, isImmediate: true) }

  /// A Boolean value that says whether the player may wait, before it plays and after a stall, until it can continue
  /// without a stall (PL-09).
  open var automaticallyWaitsToMinimizeStalling: Bool {
    get { state.withLock { $0.transport.waitsToMinimizeStalling } }
    set {
      let items = change { state in
        state.transport.waitsToMinimizeStalling = newValue
        return state.queue.items
      }
      for item in items { item.engine?.setWaits(newValue) }
    }
  }

  /// Plays at a rate, from a time on, and from a time of the host's clock on (PL-31).
  ///
  /// Stops the process while `automaticallyWaitsToMinimizeStalling` is `true`.
  ///
  /// - Parameters:
  ///   - itemTime: the place. It is the current one where it is not numeric.
  ///   - hostClockTime: is reached at that place. Where it is over, the item goes on from where it would be by now. It is soon
  ///     where it is not numeric.
  open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
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
  ///   - completionHandler: is called once, on any thread: with `true` when that is done, and with `false` when the time or
  ///     the rate changes before, while the player plays, and without an item that can be played.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
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
  @discardableResult
  open func preroll(atRate rate: Float) async -> Bool {
    await withCheckedContinuation { continuation in
      preroll(atRate: rate) { continuation.resume(returning: $0) }
    }
  }

  /// Ends the prerolls that are not done: their handlers get `false` (PL-32).
  open func cancelPendingPrerolls() { currentItem?.engine?.cancelPrerolls() }

  /// - Parameter stopped: the item whose time has come to a stand. It is `nil` where the client sets the rate. Both change
  ///   at once: observers see no state between.
  func setRate(
    _ rate: Float, reason: RateDidChangeReason, hostTime: CMTime? = nil, isImmediate: Bool = false,
    stopped: AVPlayerItem? = nil
  ) {
    var hasChanged = false
    let item = change { state in
      if let stopped, state.queue.current === stopped { state.transport.item = .ready }
      hasChanged = state.transport.setRate(rate)
      return state.queue.current
    }
    // A rate that stays is set anew where it is to begin at another time.
    if hasChanged, rate != 0 { item?.engine?.cancelPrerolls() }
    if hasChanged || hostTime != nil || isImmediate {
      following.withLock { _ in
        let (item, rate) = state.withLock { ($0.queue.current, $0.transport.rate) }
        item?.engine?.setRate(Double(rate), hostTime: hostTime, isImmediate: isImmediate)
      }
    }
    if hasChanged { passOver() }
    if hasChanged {
      MainThread.post(Self.rateDidChangeNotification, from: self) {
        [Self.rateDidChangeReasonKey: reason._bridgeToObjectiveC()]
      }
    }
  }

  // MARK: Sound

  /// The gain of the sound: 0 to 1. It is 1 until it is set (PL-40).
  open var volume: Float {
    get { state.withLock { $0.volume } }
    set { changeVolume { $0.volume = newValue.isFinite ? min(1, max(0, newValue)) : $0.volume } }
  }

  /// A Boolean value that says whether the sound is silenced, whatever the volume is (PL-40).
  open var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { changeVolume { $0.isMuted = newValue } }
  }

  private func changeVolume(_ change: (inout State) -> Void) {
    let (volume, items) = state.withLock { state in
      change(&state)
      return (state.heardVolume, state.queue.items)
    }
    for item in items { item.engine?.setVolume(volume) }
  }

  // MARK: Other screens

  /// A Boolean value that says whether another screen plays the media itself. It is always `false` here.
  open var isExternalPlaybackActive: Bool {
    changed.externalPlayback.access()
    return false
  }

  /// A Boolean value that says whether pictures are hidden because a screen does not protect them. It is always `false`
  /// here.
  open var isOutputObscuredDueToInsufficientExternalProtection: Bool {
    changed.protection.access()
    return false
  }

  // MARK: Changing the state

  /// Changes the state, and tells of everything else that changes with it.
  @discardableResult
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (before, after, result) = state.withLock { state in
      let before = Told(state)
      state.status = state.currentStatus
      let result = body(&state)
      state.status = state.currentStatus
      if let item = state.queue.current {
        // One that follows another without a gap runs already.
        if before.item !== item { state.transport.item = item.engine?.isRunning == true ? .running : .preparing }
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

  /// The state that observers know.
  private struct Told {
    let item: AVPlayerItem?
    let status: Status
    let transport: TransportState

    init(_ state: State) { (item, status, transport) = (state.queue.current, state.status, state.transport) }
  }
}
