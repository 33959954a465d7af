internal import MediaSupport

/// The exact result of an operation on times, before a timescale is chosen for it:
/// ±(magnitude × multiplier) / divisor seconds.
///
/// The factors are kept apart because their product may need more than 128 bits.
struct ExactSeconds {
  var isNegative: Bool
  var magnitude: UInt128

  /// Below 2^97, so that it can be multiplied by a timescale.
  var multiplier: UInt128 = 1

  /// A number that is not zero.
  var divisor: UInt128
}

extension ExactSeconds {
  /// Creates `numerator / divisor` seconds.
  init(_ numerator: Int128, over divisor: UInt128) {
    self.init(isNegative: numerator < 0, magnitude: numerator.magnitude, divisor: divisor)
  }

  /// Returns this in units of `1 / timescale` seconds, and whether that is exact, or `nil` if it needs more than 64
  /// bits.
  func value(
    timescale: CMTimeScale, rounding method: CMTimeRoundingMethod
  ) -> (value: CMTimeValue, isExact: Bool)? {
    let dividend = magnitude.multipliedFullWidth(by: multiplier * UInt128(timescale))
    guard dividend.high < divisor else { return nil }
    var (units, remainder) = divisor.dividingFullWidth(dividend)
    guard units <= UInt64.max else { return nil }
    if remainder > 0, roundsAway(from: units, remainder, timescale, method) { units += 1 }
    return CMTimeValue(exactly: isNegative ? -Int128(units) : Int128(units)).map { ($0, remainder == 0) }
  }

  /// Returns whether a magnitude of more than `units`, by `remainder / divisor`, is rounded away from zero.
  ///
  /// QuickTime's method asks for the timescale that a time comes from, which then is the divisor.
  private func roundsAway(
    from units: UInt128, _ remainder: UInt128, _ timescale: CMTimeScale, _ method: CMTimeRoundingMethod
  ) -> Bool {
    switch method {
    case .roundHalfAwayFromZero: remainder >= divisor - remainder
    case .roundTowardZero: false
    case .roundAwayFromZero: true
    case .quickTime: UInt128(timescale) > divisor || (isNegative && units == 0)
    case .roundTowardPositiveInfinity: !isNegative
    case .roundTowardNegativeInfinity: isNegative
    }
  }

  /// Returns the time with the timescale, which is halved while the value overflows; an infinity where it overflows
  /// with a timescale of 1. `hasBeenRounded` is set where `wasRounded` says so, or rounding happens here.
  func time(timescale: CMTimeScale, epoch: CMTimeEpoch, wasRounded: Bool) -> CMTime {
    var scale = timescale
    while scale > 0 {
      if let (value, isExact) = value(timescale: scale, rounding: .default) {
        let flags: CMTimeFlags = isExact && !wasRounded ? .valid : [.valid, .hasBeenRounded]
        return CMTime(value: value, timescale: scale, flags: flags, epoch: epoch)
      }
      scale /= 2
    }
    return isNegative ? .negativeInfinity : .positiveInfinity
  }

  /// Returns the time with the smallest multiple of a timescale that needs no rounding; else with the smallest
  /// timescale at all that needs none; else with the largest timescale there is.
  func time(multipleOf timescale: CMTimeScale, epoch: CMTimeEpoch, wasRounded: Bool) -> CMTime {
    let reduced = divisor / greatestCommonDivisor(magnitude, divisor)
    let exact = reduced / greatestCommonDivisor(multiplier, reduced)
    if let exact = CMTimeScale(exactly: exact) {
      for scale in [leastCommonMultiple(timescale, exact), exact] {
        if let scale, value(timescale: scale, rounding: .default) != nil {
          return time(timescale: scale, epoch: epoch, wasRounded: wasRounded)
        }
      }
    }
    return time(timescale: .max, epoch: epoch, wasRounded: wasRounded)
  }
}

/// Returns the smallest timescale in which both timescales, which are positive, are exact, or `nil` if there is none.
func leastCommonMultiple(_ first: CMTimeScale, _ second: CMTimeScale) -> CMTimeScale? {
  if first.isMultiple(of: second) { return first }
  if second.isMultiple(of: first) { return second }
  let divisor = CMTimeScale(greatestCommonDivisor(first.magnitude, second.magnitude))
  let (multiple, overflow) = (first / divisor).multipliedReportingOverflow(by: second)
  return overflow ? nil : multiple
}
