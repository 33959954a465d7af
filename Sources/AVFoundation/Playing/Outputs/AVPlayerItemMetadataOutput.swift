public import Dispatch
public import Foundation
import MediaEngine
import Synchronization

/// The timed metadata of an item's tracks, each group of it at its time (PI-90).
///
/// These are the boxed metadata of movies' metadata tracks. Chapters are no metadata tracks: an asset tells them itself. Any
/// thread.
public final class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state belongs to the queue, or is protected by a lock.

  private let identifiers: Set<String>?
  private let client = OutputDelegate<any AVPlayerItemMetadataOutputPushDelegate>()
  private let advance = Mutex(0.0)
  private let queue = DispatchQueue(label: "timed metadata")
  /// A function that is told as the delegate is, before it, on a thread of the output's.
  private let observer: (@Sendable ([AVTimedMetadataGroup]) -> Void)?
  // On the queue.
  private var followers: [CueFollower] = []

  /// An output of some items.
  ///
  /// - Parameter identifiers: those of the items that are wanted, or `nil` for all. Groups without any of them are left
  ///   out.
  public convenience init(identifiers: [String]?) { self.init(identifiers: identifiers, observer: nil) }

  init(identifiers: [String]?, observer: (@Sendable ([AVTimedMetadataGroup]) -> Void)?) {
    self.identifiers = identifiers.map { Set($0) }
    self.observer = observer
    super.init()
  }

  /// The object that is given the groups. It is not kept, and cannot be observed (PI-88).
  public var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? { client.delegate }

  /// The queue on which the delegate is told (PI-88). It is `nil` without a delegate.
  public var delegateQueue: DispatchQueue? { client.queue }

  /// Sets the object that receives the groups.
  ///
  /// - Parameter delegateQueue: a serial queue. The main one is taken where it is `nil`.
  public func setDelegate(
    _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) { client.set(delegate, delegateQueue) }

  /// The time by which groups are given ahead, in seconds (PI-92). It is 0 until it is set. Groups are given as soon as
  /// possible where it is more than a minute.
  public var advanceIntervalForDelegateInvocation: TimeInterval {
    get { advance.withLock { $0 } }
    set {
      advance.withLock { $0 = newValue }
      queue.async { [weak self] in self?.followers.forEach { $0.setAdvance(newValue) } }
    }
  }

  // MARK: Following the item

  override func engineDidChange() {
    // Another one begins when its item is ready.
    end()
    if item?.isPresenting == true { begin() }
  }

  override func note(_ event: PlayingEvent) {
    if case .ready = event { return begin() }
    queue.async { [weak self] in
      guard let self else { return }
      if case .flushed = event {
        client.tell { $0.outputSequenceWasFlushed(self) }
        for follower in followers { follower.flush() }
      } else {
        for follower in followers { follower.look() }
      }
    }
  }

  override func metadataTracksDidChange() { engineDidChange() }

  override var isPrepared: Bool { queue.sync { followers.allSatisfy { !$0.isReading } } }

  override func look() { queue.async { [weak self] in self?.followers.forEach { $0.look() } } }

  private func begin() {
    queue.async { [weak self] in
      guard let self, followers.isEmpty, let engine, let item else { return }
      let tracks = (try? engine.content.load())?.tracks ?? []
      let wishes = item.trackSelection.wishes
      for track in tracks where track.mediaType == .metadata && wishes[track.trackID] ?? track.isEnabled {
        let shown = item.tracks.first { $0.assetTrack?.trackID == track.trackID }
        guard let feed = try? CueFeed(of: track, in: engine.content, isShown: { _ in true }) else { continue }
        let follower = CueFollower(
          feed, of: engine, advance: advanceIntervalForDelegateInvocation, on: queue
        ) { [weak self] moments in self?.give(moments.flatMap(\.new), from: shown) }
        followers.append(follower)
        follower.look()
      }
    }
  }

  private func end() {
    queue.async { [weak self] in
      self?.followers.forEach { $0.end() }
      self?.followers = []
    }
  }

  deinit { for follower in followers { follower.end() } }

  private func give(_ cues: [Cue], from track: AVPlayerItemTrack?) {
    var calls: [[AVTimedMetadataGroup]] = []
    for group in cues.compactMap({ AVTimedMetadataGroup(sampleBuffer: $0.sample)?.keeping(identifiers) }) {
      // Groups of one call do not overlap (PI-90).
      if calls.last?.contains(where: { !$0.timeRange.intersection(group.timeRange).isEmpty }) ?? true {
        calls.append([group])
      } else {
        calls[calls.count - 1].append(group)
      }
    }
    for groups in calls {
      observer?(groups)
      client.tell { $0.metadataOutput(self, didOutputTimedMetadataGroups: groups, from: track) }
    }
  }
}

/// An object that is given the timed metadata of an item (PI-90).
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Gives groups that have become valid, or soon will, in time order; in reverse order while playing backward.
  ///
  /// - Parameters:
  ///   - groups: groups of one track, which do not overlap in time. None is without items.
  ///   - track: the track that they come from.
  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
  /// Does nothing.
  public func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?
  ) {}
}

extension AVTimedMetadataGroup {
  /// Returns the group with those of its items that are wanted. It is `nil` without any.
  fileprivate func keeping(_ identifiers: Set<String>?) -> AVTimedMetadataGroup? {
    guard let identifiers else { return items.isEmpty ? nil : self }
    let wanted = items.filter { $0.identifier.map { identifiers.contains($0.rawValue) } ?? false }
    return wanted.isEmpty ? nil : AVTimedMetadataGroup(items: wanted, timeRange: timeRange)
  }
}
