public import CoreGraphics
import Foundation

// The functions of CMTimebase's C interface. Each does what the class's method of the same name does, and returns `noErr`
// or the status of the error that the method throws.

/// Returns a number that identifies the class `CMTimebase`: see `CFGetTypeID(_:)`.
public func CMTimebaseGetTypeID() -> CFTypeID { CMTimebase.typeID }

// MARK: Creating

/// Creates a timebase that follows a clock: see `CMTimebase.init(sourceClock:)`. The allocator is not used.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  status { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) }
}

/// Creates a timebase that follows another: see `CMTimebase.init(sourceTimebase:)`. The allocator is not used.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  status { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) }
}

// MARK: Sources

/// Returns the clock or timebase that a timebase follows.
public func CMTimebaseCopySource(_ timebase: CMTimebase) -> CMClockOrTimebase { timebase.source as CMClockOrTimebase }

/// Returns the clock that a timebase follows, or `nil` if it follows a timebase.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// Returns the timebase that a timebase follows, or `nil` if it follows a clock.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// Returns the clock that a timebase follows in the end.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// Makes a timebase follow a clock: see `CMTimebase.source`. Returns `kCMTimebaseError_ReadOnly` for a timebase that
/// only its owner sets.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, _ newSourceClock: CMClock) -> OSStatus {
  status { try timebase.follow(.clock(newSourceClock)) }
}

/// Makes a timebase follow another: see `CMTimebase.source`. Returns `kCMTimebaseError_ReadOnly` for a timebase that
/// only its owner sets, and `kCMTimebaseError_InvalidParameter` where the other follows it.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, _ newSourceTimebase: CMTimebase) -> OSStatus {
  status { try timebase.follow(.timebase(newSourceTimebase)) }
}

// MARK: Time and rate

/// Returns the current time of a timebase.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// Returns the current time of a timebase, in a timescale: see `CMTimebase.time(withTimescale:rounding:)`.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  timebase.time(withTimescale: timescale, rounding: method)
}

/// Returns the seconds of a timebase in a second of its source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// Writes the time and the rate of a timebase at one moment. Pointers may be `nil`. Returns `noErr`.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  let (time, rate) = timebase.timeAndRate
  timeOut?.pointee = time
  rateOut?.pointee = rate
  return noErr
}

/// Returns the seconds of a timebase in a second of the clock that it follows in the end.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Sets the time of a timebase: see `CMTimebase.setTime(_:)`.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  status { try timebase.setTime(time) }
}

/// Sets the rate of a timebase: see `CMTimebase.setRate(_:)`.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
  status { try timebase.setRate(rate) }
}

/// Sets the time of a timebase at a time of its source: see `CMTimebase.setAnchorTime(_:referenceTime:)`.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status { try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime) }
}

/// Sets the rate of a timebase and its time at a time of its source, at once: see
/// `CMTimebase.setRateAndAnchorTime(rate:anchorTime:referenceTime:)`.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status {
    try timebase.setRateAndAnchorTime(rate: rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
  }
}

/// Waits until a timebase is posting no notification on another thread. Returns `noErr`.
@discardableResult
public func CMTimebaseNotificationBarrier(_ timebase: CMTimebase) -> OSStatus {
  status { try timebase.notificationBarrier() }
}

/// Returns the status of the error that a method throws, or `noErr`.
func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return OSStatus(clamping: (error as NSError).code)
  }
}
