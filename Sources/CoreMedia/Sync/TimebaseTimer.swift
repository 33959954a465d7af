import Dispatch
import Foundation

/// A timer that a timebase sets whenever its own time or rate changes: when it fires is a time of the timebase.
struct TimebaseTimer {
  enum Target {
    case dispatch(any DispatchSourceTimer)
    case runLoop(Timer, RunLoop)
  }

  let target: Target
  /// `nil` where it does not fire.
  private var fireTime: CMTime?
  /// Whether the time was not reached since it was set, or since a jump back before it: what was reached fires once.
  private var isPending = false

  /// A timer that does not fire until it is told when.
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

  /// Whether nobody uses it any more.
  var isDead: Bool {
    switch target {
    case .dispatch(let timer): timer.isCancelled
    case .runLoop(let timer, _): !timer.isValid
    }
  }

  /// - Parameter time: not numeric for a timer that does not fire.
  mutating func setFireTime(_ time: CMTime) {
    fireTime = time.isNumeric ? time : nil
    isPending = fireTime != nil
  }

  mutating func fireImmediately() {
    fireTime = nil
    target.set(after: 0)
  }

  /// Notes that the time was reached, before the timebase changes.
  mutating func settle(on chain: SyncChain, at clockTime: CMTime) {
    if let fireTime, let due = chain.clockTime(at: fireTime), due <= clockTime { isPending = false }
  }

  /// Sets the timer by the timebase as it is now. Where it stands, or the clock is gone, the timer does not fire.
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
  /// - Parameter delay: in seconds from now.
  fileprivate func set(after delay: Double) {
    if delay > CMTimebase.veryLongTimeInterval { return setNever() }
    switch self {
    case .dispatch(let timer):
      // Rounded up: it must not fire before the timebase is there.
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

  /// The loop may be asleep until the date before.
  private func wake(_ runLoop: RunLoop) { runLoop.perform {} }
}
