import CoreMedia
import MediaSupport
import Synchronization

/// The decoding of an item's pictures. A worker seeks the last requested position, and decodes around the shown time.
/// No other thread waits for the media.
///
/// The owner must call `end()`. Any thread.
final class PictureSession: @unchecked Sendable {
  // Sendable: the worker fills the feed; the rest is constant or behind the lock.

  let feed: PictureFeed
  private let worker = Worker(name: "pictures")
  private let session: any AssetSession
  private let onProgress: @Sendable () -> Void
  private let shared = Mutex(Shared())

  private struct Place {
    var time: CMTime
    var isReversed: Bool
  }

  private struct Target {
    var time: CMTime
    var steps: [Int]
    var toleranceBefore: CMTime
  }

  private struct Shared {
    /// The requested position, until the worker takes it.
    var target: Target?
    /// A Boolean value that says whether the worker is seeking a position.
    var isOnItsWay = false
    /// The result of the last seek, until it is taken.
    var arrival: Result<CMTime, any Error>?
    /// The position around which pictures should be decoded; `nil` for none.
    var place: Place?
    /// The error that ended decoding around the position, until it is taken.
    var failure: (any Error)?
    /// A Boolean value that says whether an awaited picture was decoded, until it is taken.
    var hasNews = false
    var hasEnded = false
  }

  /// - Parameters:
  ///   - session: the session of the feed's reader.
  ///   - onProgress: called on the worker when a position is reached, when enough was decoded or the end was found,
  ///     when an awaited picture is decoded, and when decoding fails.
  init(_ feed: PictureFeed, of session: any AssetSession, onProgress: @escaping @Sendable () -> Void) {
    self.feed = feed
    self.session = session
    self.onProgress = onProgress
    LiveObjects.increment()
    worker.start { [self] in work() }
  }

  deinit { LiveObjects.decrement() }

  // MARK: Control

  /// Seeks to a position, which replaces an earlier request.
  ///
  /// - Parameters:
  ///   - time: the position, or the one at which the steps begin.
  ///   - steps: numbers of pictures to step, one after the other.
  ///   - tolerance: the greatest distance of the reached position before the wanted one: see `PictureFeed`.
  func seek(to time: CMTime, steps: [Int] = [], toleranceBefore tolerance: CMTime = .zero) {
    shared.withLock { shared in
      (shared.target, shared.arrival) = (Target(time: time, steps: steps, toleranceBefore: tolerance), nil)
      (shared.place, shared.failure) = (nil, nil)
      // The worker must not wait for the former position any more, nor begin to.
      session.interrupt()
    }
    worker.signal()
  }

  /// A Boolean value that says whether no seek is pending.
  var isReady: Bool { shared.withLock { $0.target == nil && !$0.isOnItsWay } }

  /// Returns the position that a seek has reached, once.
  ///
  /// - Throws: `MediaError` if it cannot be decoded.
  func takeArrival() throws -> CMTime? {
    let arrival = shared.withLock { $0.arrival.take() }
    return try arrival?.get()
  }

  /// Decodes around a position, until enough is decoded.
  func fill(from time: CMTime, isReversed: Bool) {
    shared.withLock { $0.place = Place(time: time, isReversed: isReversed) }
    worker.signal()
  }

  /// Returns the error that ended decoding around the last position, once. An error after the decoded pictures is
  /// stored in the feed's `failure`.
  func takeFailure() -> (any Error)? { shared.withLock { $0.failure.take() } }

  /// Returns whether an awaited picture was decoded, and resets the answer.
  func takeNews() -> Bool {
    shared.withLock { shared in
      defer { shared.hasNews = false }
      return shared.hasNews
    }
  }

  /// Ends everything, without waiting.
  func end() {
    shared.withLock { ($0.hasEnded, $0.target, $0.place) = (true, nil, nil) }
    session.cancel()
    feed.cancel()
    worker.stop()
  }

  // MARK: The worker

  private enum Task {
    case go(Target)
    case fill(Place)
  }

  private func nextTask() -> Task? {
    shared.withLock { shared in
      if shared.hasEnded { return nil }
      if let target = shared.target.take() {
        session.resume()
        shared.isOnItsWay = true
        return .go(target)
      }
      return shared.place.take().map(Task.fill)
    }
  }

  private func work() {
    let end = feed.end
    var hasDecoded = false
    while let task = nextTask() {
      switch task {
      case .go(let target):
        go(to: target)
        hasDecoded = false
      case .fill(let place): if fill(place) { hasDecoded = true }
      }
    }
    if hasDecoded || feed.end != end { onProgress() }
  }

  private func go(to target: Target) {
    let arrival = Result {
      var time = target.time
      for count in target.steps { time = try feed.time(count, from: time, while: isNewest) ?? time }
      return try feed.seek(to: time, toleranceBefore: target.toleranceBefore)
    }
    shared.withLock { shared in
      shared.isOnItsWay = false
      if shared.target == nil { shared.arrival = arrival }
    }
    onProgress()
  }

  /// Returns whether the position being sought is still the wanted one.
  private func isNewest() -> Bool { shared.withLock { $0.target == nil && !$0.hasEnded } }

  /// - Returns: Whether something was decoded, and there may be more to do.
  private func fill(_ place: Place) -> Bool {
    let result = Result { try feed.fill(from: place.time, isReversed: place.isReversed) }
    let (mayGoOn, isToBeTold) = shared.withLock { shared in
      let isNews = feed.takeAwaited()
      shared.hasNews = shared.hasNews || isNews
      switch result {
      case .success(let mayGoOn):
        // If another position was set meanwhile, it replaces this one.
        if mayGoOn, shared.target == nil { shared.place = shared.place ?? place }
        return (mayGoOn, isNews)
      case .failure(let error):
        // A position whose seek was interrupted is no longer wanted.
        if (error as? MediaError)?.kind == .cancelled { return (false, false) }
        if shared.target == nil { shared.failure = error }
        return (false, true)
      }
    }
    if isToBeTold { onProgress() }
    return mayGoOn
  }
}
