public import CoreGraphics
public import Dispatch
public import Foundation
import Synchronization

extension CMTimebase {
  /// 256 years, in seconds: the least interval of a run loop's timer that a timebase manages.
  public static let veryLongTimeInterval: CFTimeInterval = 256 * 365 * 24 * 60 * 60

  /// A date that is `veryLongTimeInterval` after the first instant of 2001: when a timer is set to fire that does not.
  public static let farFuture: CFAbsoluteTime = veryLongTimeInterval

  /// Takes a run loop's timer into the list of those that this timebase sets (CT-13).
  ///
  /// It does not fire before `setTimerNextFireTime(_:fireTime:)` says when. The timebase keeps it until it is removed or
  /// found to be invalid.
  ///
  /// - Parameters:
  ///   - timer: repeats, with an interval of at least `veryLongTimeInterval`, and is attached to the loop.
  ///   - runloop: is woken when the timer's date changes.
  /// - Throws: `CMTimebase.Error.timerIntervalTooShort`.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    guard timer.timeInterval >= Self.veryLongTimeInterval else { throw CMTimebase.Error.timerIntervalTooShort }
    add(.runLoop(timer, runloop), as: timer)
  }

  /// Takes a dispatch timer into the list of those that this timebase sets (CT-13).
  ///
  /// It does not fire before `setTimerNextFireTime(_:fireTime:)` says when. The timebase keeps it until it is removed or
  /// found to be cancelled. Throws nothing.
  public func addTimer<T: DispatchSourceTimer>(_ timer: T) throws { add(.dispatch(timer), as: timer as AnyObject) }

  private func add(_ target: TimebaseTimer.Target, as timer: AnyObject) {
    Self.lock.withLock { _ in
      state.timers.removeAll { $0.isDead || $0.isSame(as: timer) }
      state.timers.append(TimebaseTimer(target))
    }
  }

  /// Takes a run loop's timer from the list. It stays as it is.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func removeTimer(_ timer: Timer) throws { try remove(timer) }

  /// Takes a dispatch timer from the list. It stays as it is.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func removeTimer<T: DispatchSourceTimer>(_ timer: T) throws { try remove(timer as AnyObject) }

  private func remove(_ timer: AnyObject) throws {
    try Self.lock.withLock { _ in
      let index = try index(of: timer)
      state.timers.remove(at: index)
    }
  }

  /// Sets when a run loop's timer fires: once, when this timebase gets to a time (CT-14).
  ///
  /// A time that it passed already, in the direction in which it goes, is there at once. The timer follows all changes of
  /// rate and time, until another time is set; a jump back before the time lets it fire again.
  ///
  /// - Parameters:
  ///   - timer: is on the list.
  ///   - fireTime: a time of this timebase; one that is not numeric for a timer that does not fire.
  /// - Throws: `CMTimebase.Error.invalidParameter` for a timer that is not on the list.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws { try set(timer, fireTime) }

  /// Sets when a dispatch timer fires: once, when this timebase gets to a time (CT-14).
  ///
  /// As with a run loop's timer: see `setTimerNextFireTime(_:fireTime:)`.
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

  /// Lets a run loop's timer fire now, once, and no more at the time that was set for it.
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for one that is not on the list.
  public func setTimerToFireImmediately(_ timer: Timer) throws { try fire(timer) }

  /// Lets a dispatch timer fire now, once, and no more at the time that was set for it.
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

  /// - Parameter clockTime: of the clock that this follows; `nil` where it is gone.
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
