public import CoreGraphics

// The functions of CMSync's C interface. What is no clock or timebase has no time.

/// A `CMClock` or a `CMTimebase`, as the C interface takes it.
public typealias CMClockOrTimebase = CFTypeRef

/// Returns the time it is now by a clock or timebase; the invalid time where the object is neither.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
  (clockOrTimebase as? any CMSyncProtocol)?.time ?? .invalid
}

/// Returns how fast a clock or timebase goes beside another one: see `CMSyncProtocol.rate(relativeTo:)`. Not a number
/// where an object is neither.
public func CMSyncGetRelativeRate(
  _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
  relation(ofClockOrTimebase, relativeToClockOrTimebase)?.rate ?? .nan
}

/// Writes how fast a clock or timebase goes beside another one, and a time of each at a moment since which it has: see
/// `CMSyncProtocol.rateAndAnchorTime(relativeTo:)`. Places that are `nil` get nothing.
///
/// - Returns: `noErr`, or `kCMSyncError_InvalidParameter` where an object is neither a clock nor a timebase, or follows a
///   clock that was invalidated.
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

/// Returns a time of one clock or timebase as another has it at the same moment: see `CMSyncProtocol.convertTime(_:to:)`.
public func CMSyncConvertTime(
  _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
  guard let relation = relation(fromClockOrTimebase, toClockOrTimebase) else { return .invalid }
  return time.isNumeric ? relation.convert(time) ?? .invalid : time
}

/// Whether a clock or timebase may run faster or slower than another one by itself; true where an object is neither.
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
