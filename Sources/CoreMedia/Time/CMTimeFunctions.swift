public import CoreGraphics

// The functions of CMTime's C interface.

/// Returns the time `value / timescale` seconds in epoch 0; invalid where the timescale is not positive.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Returns the time `value / timescale` seconds in an epoch; invalid where the timescale is not positive.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, validIn: epoch)
}

/// Returns the time of a number of seconds with a preferred timescale: see `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a time in seconds; NaN where it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// Returns a time with another timescale: see `CMTime.convertScale(_:method:)`.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// Returns the sum of two times: see `CMTime.+`.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference of two times: see `CMTime.-`.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns a time multiplied by an integer.
///
/// The timescale stays, but is halved while the value overflows, down to 1, beyond which the product is infinite.
/// Invalid and indefinite times stay so, and infinite ones stay infinite, with the sign of the product.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.multiplied(by: multiplier) }

/// Returns a time multiplied by a floating-point number.
///
/// The timescale is doubled until it is at least 65536, then halved while the value overflows, down to 1, beyond
/// which the product is infinite. The product of a number and NaN, and of zero and infinity, is invalid.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.scaled(by: multiplier) }

/// Returns `time * multiplier / divisor`, exactly where any timescale allows it.
///
/// The timescale stays where it allows it; otherwise it grows to a multiple of itself that does. A divisor of zero
/// gives an infinity, or an invalid time where the time or the multiplier is zero too.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.multiplied(by: multiplier, dividedBy: divisor)
}

/// Returns -1, 0 or 1: the first time is before, equal to or after the second.
///
/// The order is total: −∞ < numbers < indefinite < +∞ < invalid, and a greater epoch is later.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(relativeTo: time2) }

/// Returns the lesser of two times in the order of `CMTimeCompare(_:_:)`; the first of equal ones.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// Returns the greater of two times in the order of `CMTimeCompare(_:_:)`; the first of equal ones.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// Returns a time without its sign. The least 64-bit value has no opposite: its timescale is halved.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time.absoluteValue }

/// Returns a description of a time: see `CMTimeShow(_:)`.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? { CFString(string: time.summary) }

/// Prints a time to standard error, for example `{1001/30000 = 0.033}`, `{2/3 = 0.667, rounded}` or `{INVALID}`.
public func CMTimeShow(_ time: CMTime) { show(time.summary) }
