public import CoreGraphics

// The functions of CMClock's C interface.

/// Returns the clock of this machine.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// Returns a number that identifies the class `CMClock`: see `CFGetTypeID(_:)`.
public func CMClockGetTypeID() -> CFTypeID { CMClock.typeID }

/// Returns the current time of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Writes a time of a clock and the same moment on the clock it refers to. Returns `noErr`, or
/// `kCMClockError_UnsupportedOperation` for a clock that was invalidated.
@discardableResult
public func CMClockGetAnchorTime(
  _ clock: CMClock, clockTimeOut: UnsafeMutablePointer<CMTime>, referenceClockTimeOut: UnsafeMutablePointer<CMTime>
) -> OSStatus {
  guard let (clockTime, referenceTime) = try? clock.anchorTime() else { return kCMClockError_UnsupportedOperation }
  clockTimeOut.pointee = clockTime
  referenceClockTimeOut.pointee = referenceTime
  return noErr
}

/// Returns whether a clock may run faster or slower than another one.
public func CMClockMightDrift(_ clock: CMClock, otherClock: CMClock) -> Bool {
  clock.mightDrift(relativeTo: otherClock)
}

/// Ends the use of a clock that depends on a device: see `CMClock.invalidate()`.
public func CMClockInvalidate(_ clock: CMClock) { clock.invalidate() }

/// Returns the time of the host's clock at a number of system units, which are nanoseconds.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  CMClock.convertSystemUnitsToHostTime(hostTime)
}

/// Returns the system units, which are nanoseconds, at a time of the host's clock.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  CMClock.convertHostTimeToSystemUnits(hostTime)
}
