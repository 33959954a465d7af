public import CoreMedia
public import Dispatch
public import Foundation
import MediaEngine
import Synchronization

// Observers of a player's time.
extension AVPlayer {
  /// Calls a block at each multiple of an interval while the player plays, and when its time jumps, starts or stops (PL-34).
  ///
  /// Stops the process for an interval that is not greater than zero.
  ///
  /// - Parameters:
  ///   - queue: a serial queue; `nil` is the main one.
  ///   - block: gets the player's time.
  /// - Returns: an object that the client keeps and gives to `removeTimeObserver(_:)` (PL-36).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  @discardableResult
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    guard interval.isNumeric, interval > .zero else {
      raise(.invalidArgument, "the interval of a time observer must be greater than zero")
    }
    return add(PlayerTimeObserver(.every(interval), on: queue ?? .main, block))
  }

  /// Calls a block when one of some times is passed while the player plays (PL-35).
  ///
  /// Stops the process without times.
  ///
  /// - Parameters:
  ///   - times: `CMTime`s in `NSValue`s. One that is not numeric, as a duration that is not known yet, never comes.
  ///   - queue: a serial queue; `nil` is the main one.
  /// - Returns: an object that the client keeps and gives to `removeTimeObserver(_:)` (PL-36).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  @discardableResult
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    if times.isEmpty { raise(.invalidArgument, "times.count > 0") }
    let times = times.map(\.timeValue).filter(\.isNumeric).sorted()
    return add(PlayerTimeObserver(.at(times), on: queue ?? .main) { _ in block() })
  }

  private func add(_ observer: PlayerTimeObserver) -> PlayerTimeObserver {
    let item = state.withLock { state in
      state.observers.append(observer)
      return state.queue.current
    }
    observer.watch(item)
    return observer
  }

  /// Ends an observation: no call begins after this (PL-36). Stops the process for an object that is no observer of
  /// this player (PL-37).
  public func removeTimeObserver(_ observer: Any) {
    let removed = state.withLock { state in
      let index = state.observers.firstIndex { $0 === observer as AnyObject }
      return index.map { state.observers.remove(at: $0) }
    }
    guard let removed else {
      raise(.invalidArgument, "removeTimeObserver(_:) needs an observer that this player returned")
    }
    removed.end()
  }
}
