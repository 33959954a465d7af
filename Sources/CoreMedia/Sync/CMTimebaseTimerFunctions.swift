public import CoreGraphics
public import Dispatch

// The functions of CMTimebase's C interface for timers. Each returns `noErr`, or the status of the error that the
// class's method throws: `kCMTimebaseError_InvalidParameter` for a timer that is not on the list, or for an object that
// is not a timer.

/// Adds a run loop's timer to a timebase's list: see `CMTimebase.addTimer(_:on:)`. Returns
/// `kCMTimebaseError_TimerIntervalTooShort` for a timer that repeats too soon.
@discardableResult
public func CMTimebaseAddTimer(_ timebase: CMTimebase, timer: CFRunLoopTimer, runloop: CFRunLoop) -> OSStatus {
  status { try timebase.addTimer(timer, on: runloop) }
}

/// Removes a run loop's timer from a timebase's list.
@discardableResult
public func CMTimebaseRemoveTimer(_ timebase: CMTimebase, timer: CFRunLoopTimer) -> OSStatus {
  status { try timebase.removeTimer(timer) }
}

/// Sets the time at which a run loop's timer fires: see `CMTimebase.setTimerNextFireTime(_:fireTime:)`. The flags are
/// reserved: 0.
@discardableResult
public func CMTimebaseSetTimerNextFireTime(
  _ timebase: CMTimebase, timer: CFRunLoopTimer, fireTime: CMTime, flags: UInt32
) -> OSStatus {
  status { try timebase.setTimerNextFireTime(timer, fireTime: fireTime) }
}

/// Lets a run loop's timer fire now, once.
@discardableResult
public func CMTimebaseSetTimerToFireImmediately(_ timebase: CMTimebase, timer: CFRunLoopTimer) -> OSStatus {
  status { try timebase.setTimerToFireImmediately(timer) }
}

/// Adds a dispatch timer to a timebase's list: see `CMTimebase.addTimer(_:)`.
@discardableResult
public func CMTimebaseAddTimerDispatchSource(_ timebase: CMTimebase, timerSource: dispatch_source_t) -> OSStatus {
  with(timerSource) { try timebase.addTimer($0) }
}

/// Removes a dispatch timer from a timebase's list.
@discardableResult
public func CMTimebaseRemoveTimerDispatchSource(_ timebase: CMTimebase, timerSource: dispatch_source_t) -> OSStatus {
  with(timerSource) { try timebase.removeTimer($0) }
}

/// Sets the time at which a dispatch timer fires: see `CMTimebase.setTimerNextFireTime(_:fireTime:)`. The flags are
/// reserved: 0.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceNextFireTime(
  _ timebase: CMTimebase, timerSource: dispatch_source_t, fireTime: CMTime, flags: UInt32
) -> OSStatus {
  with(timerSource) { try timebase.setTimerNextFireTime($0, fireTime: fireTime) }
}

/// Lets a dispatch timer fire now, once.
@discardableResult
public func CMTimebaseSetTimerDispatchSourceToFireImmediately(
  _ timebase: CMTimebase, timerSource: dispatch_source_t
) -> OSStatus {
  with(timerSource) { try timebase.setTimerToFireImmediately($0) }
}

private func with(_ source: dispatch_source_t, _ body: (any DispatchSourceTimer) throws -> Void) -> OSStatus {
  guard let timer = source as? any DispatchSourceTimer else { return kCMTimebaseError_InvalidParameter }
  return status { try body(timer) }
}
