import CoreMedia
import MediaSupport
import Synchronization

/// The pictures of an item at work: a worker goes to the newest place that was asked for, and decodes around the time
/// that is shown. Nobody else waits for the media.
///
/// `end()` has to be called. Any thread.
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
    /// The place to go to, until the worker takes it.
    var target: Target?
    /// A Boolean value that says whether the worker is on its way to a place.
    var isOnItsWay = false
    /// The place that was gone to last, until it is told.
    var arrival: Result<CMTime, any Error>?
    /// The place around which pictures are to be decoded. It is `nil` where none are.
    var place: Place?
    /// The error that ended decoding around the place, until it is told.
    var failure: (any Error)?
    /// A Boolean value that says whether a picture was decoded that somebody waited for, until it is told.
    var hasNews = false
    var hasEnded = false
  }

  /// - Parameters:
  ///   - session: the session of the feed's reader.
  ///   - onProgress: called on the worker when a place is reached, when more was decoded, or the end was found, and
  ///     nothing is wanted for now, when a picture that was awaited is there, and when decoding fails.
  init(_ feed: PictureFeed, of session: any AssetSession, onProgress: @escaping @Sendable () -> Void) {
    self.feed = feed
    self.session = session
    self.onProgress = onProgress
    LiveObjects.increment()
    worker.start { [self] in work() }
  }

  deinit { LiveObjects.decrement() }

  // MARK: Control

  /// Goes to a place, instead of the one that was sought before.
  ///
  /// - Parameters:
  ///   - time: the place, or the one at which the steps begin.
  ///   - steps: numbers of pictures to go, one after the other.
  ///   - tolerance: the time that the place may be before the one that is wanted: see `PictureFeed`.
  func seek(to time: CMTime, steps: [Int] = [], toleranceBefore tolerance: CMTime = .zero) {
    shared.withLock { shared in
      (shared.target, shared.arrival) = (Target(time: time, steps: steps, toleranceBefore: tolerance), nil)
      (shared.place, shared.failure) = (nil, nil)
      // The worker need not wait for the place before any more, nor begin to.
      session.interrupt()
    }
    worker.signal()
  }

  /// A Boolean value that says whether nothing is sought, or the place that was sought is reached.
  var isReady: Bool { shared.withLock { $0.target == nil && !$0.isOnItsWay } }

  /// Returns the place that was sought and is reached, once.
  ///
  /// - Throws: `MediaError` where it cannot be decoded.
  func takeArrival() throws -> CMTime? {
    let arrival = shared.withLock { $0.arrival.take() }
    return try arrival?.get()
  }

  /// Decodes around a place, until enough is there.
  func fill(from time: CMTime, isReversed: Bool) {
    shared.withLock { $0.place = Place(time: time, isReversed: isReversed) }
    worker.signal()
  }

  /// Returns the error that ended decoding around the last place, once. An error behind the pictures that are there is
  /// the feed's `failure`.
  func takeFailure() -> (any Error)? { shared.withLock { $0.failure.take() } }

  /// Returns whether a picture was decoded that somebody waited for. It is `true` once.
  func takeNews() -> Bool {
    shared.withLock { shared in
      defer { shared.hasNews = false }
      return shared.hasNews
    }
  }

  /// Ends everything, without waiting for it.
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

  /// Returns whether the place that is gone to is still the one that is wanted.
  private func isNewest() -> Bool { shared.withLock { $0.target == nil && !$0.hasEnded } }

  /// - Returns: Whether something was decoded, and there may be more to do.
  private func fill(_ place: Place) -> Bool {
    let result = Result { try feed.fill(from: place.time, isReversed: place.isReversed) }
    let (mayGoOn, isToBeTold) = shared.withLock { shared in
      let isNews = feed.takeAwaited()
      shared.hasNews = shared.hasNews || isNews
      switch result {
      case .success(let mayGoOn):
        // A place that was given meanwhile is looked at instead.
        if mayGoOn, shared.target == nil { shared.place = shared.place ?? place }
        return (mayGoOn, isNews)
      case .failure(let error):
        // An interrupted place is no longer wanted.
        if (error as? MediaError)?.kind == .cancelled { return (false, false) }
        if shared.target == nil { shared.failure = error }
        return (false, true)
      }
    }
    if isToBeTold { onProgress() }
    return mayGoOn
  }
}
