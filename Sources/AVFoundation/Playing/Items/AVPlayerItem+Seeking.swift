public import CoreMedia
import MediaEngine
import Synchronization

extension AVPlayerItem {
  /// Goes to a time, or to one near it if that takes less time. Any tolerance is allowed.
  ///
  /// A seek ends the one before it, whose handler gets `false` (PI-31). Stops the process for a time that is invalid or
  /// indefinite (PI-30).
  ///
  /// - Parameter completionHandler: is called once, on any thread: with `true` when the place is presented, with `false` for
  ///   a time that cannot be sought (PI-32), and when the seek is ended before.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Goes to a time (PI-37).
  ///
  /// - Returns: whether it got there: see `seek(to:completionHandler:)`.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: time) { continuation.resume(returning: $0) } }
  }

  /// Goes to a time, or to one before it that is sooner done: the last picture within the tolerance at which decoding can
  /// begin, or the earliest time where there is none (PI-33), of 10 s at the most. Where that picture is known to be shown
  /// still, and without pictures, and with a tolerance of zero, it is exactly the time. It is never later here.
  ///
  /// Stops the process for a time that is invalid or indefinite, and for a tolerance that is invalid or negative (PI-30).
  ///
  /// - Parameters:
  ///   - toleranceBefore: the time by which the result may be earlier. It may be infinite.
  ///   - toleranceAfter: the time by which the result may be later.
  ///   - completionHandler: called as for `seek(to:completionHandler:)`. Without one the place is the nearest that can
  ///     be sought (PI-32).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    guard time.isValid, !time.isIndefinite else {
      raise(.invalidArgument, "Seeking is not possible to time \(time)")
    }
    for tolerance in [toleranceBefore, toleranceAfter] where !tolerance.isValid || tolerance < .zero {
      raise(.invalidArgument, "Seeking is not possible with tolerance \(tolerance)")
    }
    let isExact = completionHandler != nil
    let (engine, isThere): (PlayingItem?, Bool) = state.withLock { state in
      if let engine = state.engine { return (engine, false) }
      return (nil, state.begins(at: time, isExact: isExact))
    }
    if let engine {
      engine.seek(to: time, toleranceBefore: toleranceBefore, completion: completionHandler)
    } else {
      completionHandler?(isThere)
    }
  }

  /// Goes to a time near another: see `seek(to:toleranceBefore:toleranceAfter:completionHandler:)`.
  @discardableResult
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Ends the seeks that have not arrived: their handlers get `false` (PI-34).
  public func cancelPendingSeeks() { state.withLock { $0.engine }?.cancelSeeks() }

  /// Goes forward by pictures, or back where the number is negative (PI-36).
  public func step(byCount stepCount: Int) {
    if stepCount != 0 { state.withLock { $0.engine }?.step(by: stepCount) }
  }
}

extension AVPlayerItem.State {
  /// Sets the time at which the item begins in its next player.
  ///
  /// - Parameter isExact: a Boolean value that says whether a place that is not in the item is refused. Otherwise it is the
  ///   nearest that is. Until the item was ready its end is not known, and any later place will do.
  /// - Returns: Whether it begins there.
  fileprivate mutating func begins(at wanted: CMTime, isExact: Bool) -> Bool {
    let end = status == .readyToPlay ? duration : .positiveInfinity
    let place = CMTimeMinimum(CMTimeMaximum(.zero, wanted), end)
    guard place.isNumeric, !isExact || place == wanted else { return false }
    time = place
    return true
  }
}
