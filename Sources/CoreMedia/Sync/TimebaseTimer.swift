import Dispatch
import Foundation

/// A timer that fires at a time of a timebase, which sets it whenever its own time or rate changes.
struct TimebaseTimer {
  enum Target {
    case dispatch(any DispatchSourceTimer)
    case runLoop(Timer, RunLoop)
  }

  let target: Target
  /// The time at which it fires, or `nil` if it does not.
  private var fireTime: CMTime?
  /// A Boolean value that says whether the time was not yet reached since it was set, or since a jump to before it.
  ///
  /// It makes a time that is reached fire only once.
  private var isPending = false

  /// Creates a timer that does not fire until its time is set.
  init(_ target: Target) {
    self.target = target
    target.setNever()
  }

  func isSame(as timer: AnyObject) -> Bool {
    switch target {
    case .dispatch(let own): own as AnyObject === timer
    case .runLoop(let own, _): own === timer
    }
  }

  /// A Boolean value that says whether the timer was cancelled or is invalid, so that nobody uses it any more.
  var isDead: Bool {
    switch target {
    case .dispatch(let timer): timer.isCancelled
    case .runLoop(let timer, _): !timer.isValid
    }
  }

  /// - Parameter time: the time at which to fire; if it is not numeric, the timer does not fire.
  mutating func setFireTime(_ time: CMTime) {
    fireTime = time.isNumeric ? time : nil
    isPending = fireTime != nil
  }

  mutating func fireImmediately() {
    fireTime = nil
    target.set(after: 0)
  }

  /// Notes, before the timebase changes, whether the time was reached.
  mutating func settle(on chain: SyncChain, at clockTime: CMTime) {
    if let fireTime, let due = chain.clockTime(at: fireTime), due <= clockTime { isPending = false }
  }

  /// Sets the timer by the timebase's present state. Where it stands still, or the clock is gone, the timer does not
  /// fire.
  mutating func arm(on chain: SyncChain) {
    guard let fireTime, let now = chain.clock.reading, let due = chain.clockTime(at: fireTime) else {
      return target.setNever()
    }
    if due > now.time {
      isPending = true
      target.set(after: (now.hostTime(at: due) - now.hostTime).seconds)
    } else if isPending {
      isPending = false
      target.set(after: 0)
    } else {
      target.setNever()
    }
  }
}

extension TimebaseTimer.Target {
  /// - Parameter delay: the delay from now, in seconds. The timer does not fire if it is not a number, as that to a time
  ///   without a time scale.
  fileprivate func set(after delay: Double) {
    guard delay <= CMTimebase.veryLongTimeInterval else { return setNever() }
    switch self {
    case .dispatch(let timer):
      // Rounded up: it must not fire before the timebase has reached the time.
      let nanoseconds = Int((delay * 1e9).rounded(.up))
      timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), repeating: .never, leeway: .nanoseconds(0))
    case .runLoop(let timer, let runLoop):
      timer.fireDate = Date(timeIntervalSinceNow: delay)
      wake(runLoop)
    }
  }

  fileprivate func setNever() {
    switch self {
    case .dispatch(let timer): timer.schedule(deadline: .distantFuture, repeating: .never, leeway: .nanoseconds(0))
    case .runLoop(let timer, let runLoop):
      timer.fireDate = Date(timeIntervalSinceReferenceDate: CMTimebase.farFuture)
      wake(runLoop)
    }
  }

  /// Wakes the loop, which may be asleep until the former date.
  private func wake(_ runLoop: RunLoop) { runLoop.perform {} }
}
