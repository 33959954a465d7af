public import CoreGraphics

// The functions of CMSync's C interface. An object that is neither a clock nor a timebase has no time.

/// A `CMClock` or a `CMTimebase`, as the C interface takes it.
public typealias CMClockOrTimebase = CFTypeRef

/// Returns the current time of a clock or timebase; the invalid time where the object is neither.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
  (clockOrTimebase as? any CMSyncProtocol)?.time ?? .invalid
}

/// Returns the rate of a clock or timebase relative to another one: see `CMSyncProtocol.rate(relativeTo:)`. The result
/// is not a number where an object is neither.
public func CMSyncGetRelativeRate(
  _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
  relation(ofClockOrTimebase, relativeToClockOrTimebase)?.rate ?? .nan
}

/// Writes the rate of a clock or timebase relative to another one, and a time of each at a moment since which the rate
/// holds: see `CMSyncProtocol.rateAndAnchorTime(relativeTo:)`. Pointers may be `nil`.
///
/// - Returns: `noErr`, or `kCMSyncError_InvalidParameter` where an object is neither a clock nor a timebase, or follows a
///   clock that was invalidated.
@discardableResult
public func CMSyncGetRelativeRateAndAnchorTime(
  _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase,
  relativeRateOut outRelativeRate: UnsafeMutablePointer<Float64>?,
  anchorTimeOut outOfClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?,
  relativeToAnchorTimeOut outRelativeToClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
  guard let relation = relation(ofClockOrTimebase, relativeToClockOrTimebase), let anchor = relation.anchor else {
    return kCMSyncError_InvalidParameter
  }
  outRelativeRate?.pointee = relation.rate
  outOfClockOrTimebaseAnchorTime?.pointee = anchor.time
  outRelativeToClockOrTimebaseAnchorTime?.pointee = anchor.reference
  return noErr
}

/// Converts a time of one clock or timebase to the time of another at the same moment: see
/// `CMSyncProtocol.convertTime(_:to:)`.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
  guard let relation = relation(fromClockOrTimebase, toClockOrTimebase) else { return .invalid }
  return time.isNumeric ? relation.convert(time) ?? .invalid : time
}

/// Returns whether a clock or timebase may by itself run faster or slower than another one; `true` where an object is
/// neither.
public func CMSyncMightDrift(
  _ clockOrTimebase1: CMClockOrTimebase, _ clockOrTimebase2: CMClockOrTimebase
) -> Bool {
  guard let first = clockOrTimebase1 as? any CMSyncProtocol, let second = clockOrTimebase2 as? any CMSyncProtocol else {
    return true
  }
  return first.mightDrift(relativeTo: second)
}

private func relation(_ first: CMClockOrTimebase, _ second: CMClockOrTimebase) -> SyncRelation? {
  guard let first = first as? any CMSyncProtocol, let second = second as? any CMSyncProtocol else { return nil }
  return SyncRelation(from: first, to: second)
}
