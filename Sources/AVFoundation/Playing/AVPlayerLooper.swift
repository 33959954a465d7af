public import CoreMedia
public import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Plays an item, or a part of it, again and again without a gap, with copies of it that take turns in a queue.
///
/// The player plays at its own rate, and can be paused; other items of its queue are played before the copies or behind
/// them. `disableLooping()` ends it, and so does the end of this object. Any thread.
open class AVPlayerLooper: NSObject, @unchecked Sendable {
  // Sendable: constants, and state that the lock protects.

  /// The readiness of a looper.
  public enum Status: Int, Sendable {
    /// The duration of the item is being loaded (PL-62).
    case unknown = 0
    /// The copies are in the queue.
    case ready = 1
    /// The item cannot be repeated: see `error`.
    case failed = 2
    /// Looping was disabled (PL-66).
    case cancelled = 3
  }

  /// The order of the copies and the items that are in the queue before them.
  public enum ItemOrdering: Int, Sendable {
    /// The copies are played at once; the items of the queue follow when looping is disabled.
    case loopingItemsPrecedeExistingItems = 0
    /// The items of the queue are played first.
    case loopingItemsFollowExistingItems = 1
  }

  private struct State {
    var status = Status.unknown
    var error: AVError?
    var loopCount = 0
    /// The copies, in the order of their turns when they were made.
    var copies: [AVPlayerItem] = []
    /// The player's action before looping. It is `nil` where that is not to be restored.
    var action: AVPlayer.ActionAtItemEnd?
  }

  private struct Changes: Sendable {
    let status = DerivedProperty()
    let loopCount = DerivedProperty()
    let loopingPlayerItems = DerivedProperty()
  }

  private weak let player: AVQueuePlayer?
  private let template: AVPlayerItem
  private let range: CMTimeRange
  private let ordering: ItemOrdering
  private let state = Mutex(State())
  private let changed = Changes()
  /// Held while the copies come into the player's queue, and while they leave it, so that none comes in behind the end of
  /// looping. An observer of the player may end looping meanwhile, on the same thread.
  private let moving = NSRecursiveLock()

  /// The least number of copies: while one plays, the next one is being decoded, and the one before is being sent back.
  private static let fewestCopies = 3
  private static let mostCopies = 8
  /// The least duration of all copies together, in seconds, within the greatest number of copies: sending a copy back
  /// takes the same time for short and for long ones.
  private static let seconds = 1.0

  /// Repeats a whole item. See `init(player:templateItem:timeRange:existingItemsOrdering:)`.
  public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
    self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
  }

  /// Repeats a part of an item. See `init(player:templateItem:timeRange:existingItemsOrdering:)`.
  public convenience init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange
  ) {
    self.init(
      player: player, templateItem: itemToLoop, timeRange: loopRange,
      existingItemsOrdering: .loopingItemsPrecedeExistingItems)
  }

  /// Repeats a part of an item in a player, as soon as the duration of the item's asset is loaded.
  ///
  /// Stops the process for a range without a length, or that begins before zero; and for a duration of zero, or a range that
  /// ends behind it, where the duration is loaded already (PL-61). Where it is loaded later, `status` becomes `.failed`.
  ///
  /// - Parameters:
  ///   - player: is paused for a moment where it plays, and its `actionAtItemEnd` is `.advance` until looping is disabled
  ///     (PL-63, PL-64). It is not kept alive.
  ///   - itemToLoop: is never played itself (PL-60). Its outputs are not those of the copies (PL-67).
  ///   - loopRange: the part that is repeated. The invalid range is the whole item.
  ///   - itemOrdering: the order of the copies and the items that are in the queue (PL-64).
  public init(
    player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange,
    existingItemsOrdering itemOrdering: ItemOrdering
  ) {
    self.player = player
    (template, range, ordering) = (itemToLoop, loopRange, itemOrdering)
    super.init()
    if loopRange.isValid, loopRange.duration <= .zero || loopRange.start < .zero {
      raise(.invalidArgument, "the time range of a looper must have a positive duration and start at zero or later")
    }
    let asset = itemToLoop.asset
    if asset.statusOfValue(forKey: "duration", error: nil) == .loaded {
      if let problem = problem { raise(.invalidArgument, problem) }
      begin()
    } else {
      asset.loadValuesAsynchronously(forKeys: ["duration"]) { [weak self] in self?.begin() }
    }
  }

  deinit { end(as: .cancelled) }

  // MARK: State

  /// The readiness of the looper (PL-60). It can be observed.
  public var status: Status {
    changed.status.access()
    return state.withLock { $0.status }
  }

  /// The error because of which the item cannot be repeated, an `AVError`. It is `nil` unless the status is `.failed`.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// The number of repeats that have begun (PL-60). It can be observed.
  public var loopCount: Int {
    changed.loopCount.access()
    return state.withLock { $0.loopCount }
  }

  /// The copies of the item that take turns: three or more (PL-60). There are none until the status is `.ready`, nor after
  /// looping was disabled. It can be observed.
  public var loopingPlayerItems: [AVPlayerItem] {
    changed.loopingPlayerItems.access()
    return state.withLock { $0.copies }
  }

  /// Ends looping: the copy that is playing is played to its end, the other copies leave the queue, and the player's
  /// `actionAtItemEnd` is restored (PL-66).
  public func disableLooping() { end(as: .cancelled) }

  // MARK: Beginning and ending

  /// The reason why the part cannot be repeated. It is `nil` where it can be.
  private var problem: String? {
    let duration = template.asset.duration
    if duration <= .zero { return "the item of a looper must have a duration greater than zero" }
    if range.isValid, range.end > duration { return "the time range of a looper ends after the item" }
    return nil
  }

  private func begin() {
    var loading: NSError?
    let isLoaded = template.asset.statusOfValue(forKey: "duration", error: &loading) == .loaded
    if !isLoaded { return fail(with: AVError(wrapping: loading ?? AVError(.failedToLoadMediaData))) }
    if let problem { return fail(with: AVError(.invalidSourceMedia, userInfo: [NSLocalizedDescriptionKey: problem])) }
    guard let player else { return }
    let copies = makeCopies()
    moving.lock()
    defer { moving.unlock() }
    let isFirst: Bool = state.withLock { state in
      guard state.status == .unknown, state.copies.isEmpty else { return false }
      (state.copies, state.action) = (copies, player.actionAtItemEnd)
      return true
    }
    guard isFirst else { return }
    player.state.withLock { $0.looper = self }
    let rate = player.rate
    if rate != 0 { player.pause() }
    switch ordering {
    case .loopingItemsPrecedeExistingItems:
      for copy in copies.reversed() where isBeginning { player.insert(copy, at: .first) }
    case .loopingItemsFollowExistingItems:
      for copy in copies where isBeginning { player.insert(copy, at: .behind(nil)) }
    }
    if isBeginning { player.actionAtItemEnd = .advance }
    if rate != 0 { player.rate = rate }
    state.withLock { if $0.status == .unknown { $0.status = .ready } }
    announce([changed.loopingPlayerItems, changed.status])
  }

  /// A Boolean value that says whether looping is neither ready nor over.
  private var isBeginning: Bool { state.withLock { $0.status } == .unknown }

  private func makeCopies() -> [AVPlayerItem] {
    let length = range.isValid ? range.duration : template.asset.duration
    // An item of unknown length is not assumed to be short.
    let wanted = length.isNumeric ? (Self.seconds / length.seconds).rounded(.up) : 0
    let count = min(max(Int(Int64(clamping: wanted)), Self.fewestCopies), Self.mostCopies)
    return (0..<count).compactMap { _ in
      guard let copy = template.copy() as? AVPlayerItem else { return nil }
      copy.state.withLock { $0.template = template }
      if range.isValid { copy.forwardPlaybackEndTime = range.end }
      copy.seek(to: start)
      return copy
    }
  }

  /// The place at which each repeat begins.
  private var start: CMTime { range.isValid ? range.start : .zero }

  private func end(as status: Status, error: AVError? = nil) {
    moving.lock()
    defer { moving.unlock() }
    let (copies, action): ([AVPlayerItem], AVPlayer.ActionAtItemEnd?) = state.withLock { state in
      guard state.status == .unknown || state.status == .ready else { return ([], nil) }
      defer { (state.status, state.error, state.copies, state.action) = (status, error, [], nil) }
      return (state.copies, state.action)
    }
    if let player {
      player.state.withLock { if $0.looper === self { $0.looper = nil } }
      let current = player.currentItem
      for copy in copies where copy !== current { player.takeOut(copy) }
      if let action { player.actionAtItemEnd = action }
    }
    announce([changed.loopingPlayerItems, changed.status])
  }

  private func fail(with error: AVError) { end(as: .failed, error: error) }

  private func announce(_ properties: [DerivedProperty]) {
    MainThread.perform { for property in properties { property.didChange() } }
  }

  // MARK: Turns

  /// Sends a copy whose turn is over back to the start of the range, behind the others.
  ///
  /// - Returns: whether the item is a copy that is repeated.
  func repeats(_ item: AVPlayerItem) -> Bool {
    guard let player else { return false }
    let queued = player.items()
    let last: AVPlayerItem? = state.withLock { state in
      guard state.copies.contains(where: { $0 === item }) else { return nil }
      state.loopCount += 1
      return queued.last { other in other !== item && state.copies.contains { $0 === other } }
    }
    guard let last else { return false }
    player.sendBack(item, to: start, behind: last)
    announce([changed.loopCount])
    return true
  }

  /// Ends looping where a copy cannot be played.
  func fail(with error: any Error, of item: AVPlayerItem) {
    if state.withLock({ $0.copies.contains { $0 === item } }) { fail(with: AVError(wrapping: error)) }
  }
}
