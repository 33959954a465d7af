public import CoreGraphics
public import Dispatch
public import Foundation
import Synchronization

extension CMTimebase {
  /// 256 years, in seconds: the least interval of a run loop's timer that a timebase accepts.
  public static let veryLongTimeInterval: CFTimeInterval = 256 * 365 * 24 * 60 * 60

  /// A date that is `veryLongTimeInterval` after the first instant of 2001, for timers that are not to fire.
  public static let farFuture: CFAbsoluteTime = veryLongTimeInterval

  /// Adds a run loop's timer to the list of timers that this timebase sets (CT-13).
  ///
  /// The timer does not fire before `setTimerNextFireTime(_:fireTime:)` sets its time. The timebase keeps the timer
  /// until it is removed or found to be invalid.
  ///
  /// - Parameters:
  ///   - timer: a timer that repeats, with an interval of at least `veryLongTimeInterval`, and is attached to the loop.
  ///   - runloop: the run loop, which is woken when the timer's date changes.
  /// - Throws: `CMTimebase.Error.timerIntervalTooShort`.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    guard timer.timeInterval >= Self.veryLongTimeInterval else { throw CMTimebase.Error.timerIntervalTooShort }
    add(.runLoop(timer, runloop), as: timer)
  }

  /// Adds a dispatch timer to the list of timers that this timebase sets (CT-13).
  ///
  /// The timer does not fire before `setTimerNextFireTime(_:fireTime:)` sets its time. The timebase keeps the timer
  /// until it is removed or found to be cancelled. Throws nothing.
  public func addTimer<T: DispatchSourceTimer>(_ timer: T) throws { add(.dispatch(timer), as: timer as AnyObject) }

  private func add(_ target: TimebaseTimer.Target, as timer: AnyObject) {
    Self.lock.withLock { _ in
      state.timers.removeAll { $0.isDead || $0.isSame(as: timer) }
      state.timers.append(TimebaseTimer(target))
    }
  }

  /// Removes a run loop's timer from the list. The timer itself stays as it is.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func removeTimer(_ timer: Timer) throws { try remove(timer) }

  /// Removes a dispatch timer from the list. The timer itself stays as it is.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func removeTimer<T: DispatchSourceTimer>(_ timer: T) throws { try remove(timer as AnyObject) }

  private func remove(_ timer: AnyObject) throws {
    try Self.lock.withLock { _ in
      let index = try index(of: timer)
      state.timers.remove(at: index)
    }
  }

  /// Sets the time of this timebase at which a run loop's timer fires, once (CT-14).
  ///
  /// If the timebase has already passed the time, in the direction in which it runs, the timer fires at once. The timer
  /// follows all changes of rate and time, until another time is set; a jump back to before the time lets it fire
  /// again.
  ///
  /// - Parameters:
  ///   - timer: a timer that is on the list.
  ///   - fireTime: a time of this timebase; if it is not numeric, the timer does not fire.
  /// - Throws: `CMTimebase.Error.invalidParameter` for a timer that is not on the list.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws { try set(timer, fireTime) }

  /// Sets the time of this timebase at which a dispatch timer fires, once (CT-14).
  ///
  /// The rules for a run loop's timer hold: see `setTimerNextFireTime(_:fireTime:)`.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for a timer that is not on the list.
  public func setTimerNextFireTime<T: DispatchSourceTimer>(_ timer: T, fireTime: CMTime) throws {
    try set(timer as AnyObject, fireTime)
  }

  private func set(_ timer: AnyObject, _ fireTime: CMTime) throws {
    try Self.lock.withLock { _ in
      let index = try index(of: timer)
      state.timers[index].setFireTime(fireTime)
      state.timers[index].arm(on: lockedChain)
    }
  }

  /// Lets a run loop's timer fire now, once, and no longer at the time that was set for it.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func setTimerToFireImmediately(_ timer: Timer) throws { try fire(timer) }

  /// Lets a dispatch timer fire now, once, and no longer at the time that was set for it.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func setTimerToFireImmediately<T: DispatchSourceTimer>(_ timer: T) throws { try fire(timer as AnyObject) }

  private func fire(_ timer: AnyObject) throws {
    try Self.lock.withLock { _ in
      let index = try index(of: timer)
      state.timers[index].fireImmediately()
    }
  }

  private func index(of timer: AnyObject) throws -> Int {
    guard let index = state.timers.firstIndex(where: { $0.isSame(as: timer) }) else {
      throw CMTimebase.Error.invalidParameter
    }
    return index
  }

  // MARK: Changes, with the lock held

  /// - Parameter clockTime: the time of the clock that this follows, or `nil` if the clock is gone.
  func settleTimers(at clockTime: CMTime?) {
    guard let clockTime, !state.timers.isEmpty else { return }
    let chain = lockedChain
    for index in state.timers.indices { state.timers[index].settle(on: chain, at: clockTime) }
  }

  func armTimers() {
    if state.timers.isEmpty { return }
    state.timers.removeAll(where: \.isDead)
    let chain = lockedChain
    for index in state.timers.indices { state.timers[index].arm(on: chain) }
  }
}
