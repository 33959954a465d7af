import CoreMedia
import TestSupport

extension CMTime {
  /// Values at which arithmetic breaks, if it does.
  static let awkwardValues: [CMTimeValue] = [
    .min, .min + 1, .min / 2, -3_000_000_000, -1001, -1, 0, 1, 2, 600, 48000, .max / 3, .max - 1, .max,
  ]

  /// Timescales of media, prime ones, and the least and the largest.
  static let awkwardTimescales: [CMTimeScale] = [
    1, 2, 3, 24, 600, 1001, 30000, 44100, 48000, 90000, 65537, 1_000_000_000, 2_147_483_629, .max - 1, .max,
  ]

  /// One time of every kind that is not numeric, and numbers that are none.
  static let nonNumeric: [CMTime] = [
    .invalid, .indefinite, .positiveInfinity, .negativeInfinity,
    CMTime(value: 7, timescale: 0, flags: .valid, epoch: 0), CMTime(value: 7, timescale: -5, flags: .valid, epoch: 0),
  ]

  /// A valid number, often an awkward one.
  static func randomNumber(using generator: inout SeededGenerator, epochs: ClosedRange<CMTimeEpoch> = 0...0) -> CMTime {
    let value =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: awkwardValues.randomElement(using: &generator)!
      case 1: CMTimeValue.random(in: .min ... .max, using: &generator)
      case 2: CMTimeValue.random(in: -100_000...100_000, using: &generator)
      default: CMTimeValue.random(in: .min ... .max, using: &generator) >> Int.random(in: 0..<64, using: &generator)
      }
    let timescale =
      Bool.random(using: &generator)
      ? awkwardTimescales.randomElement(using: &generator)!
      : CMTimeScale.random(in: 1 ... .max, using: &generator) >> Int.random(in: 0..<31, using: &generator)
    return CMTime(
      value: value, timescale: max(1, timescale), flags: .valid,
      epoch: CMTimeEpoch.random(in: epochs, using: &generator))
  }

  /// Any 24 bytes.
  static func randomFields(using generator: inout SeededGenerator) -> CMTime {
    var time = randomNumber(using: &generator, epochs: CMTimeEpoch.min ... .max)
    if Int.random(in: 0..<4, using: &generator) == 0 {
      time.timescale = CMTimeScale.random(in: .min ... .max, using: &generator)
    }
    if Bool.random(using: &generator) { time.epoch %= 3 }
    time.flags = CMTimeFlags(rawValue: UInt32.random(in: 0..<64, using: &generator))
    return time
  }
}

/// A number of seconds, to check results against: `numerator / denominator`, not reduced.
struct Rational {
  var numerator: Int128
  var denominator: Int128

  init(_ numerator: Int128, over denominator: Int128) {
    self.numerator = denominator < 0 ? -numerator : numerator
    self.denominator = denominator < 0 ? -denominator : denominator
  }

  /// A numeric time's seconds.
  init(_ time: CMTime) { self.init(Int128(time.value), over: Int128(time.timescale)) }

  static func + (lhs: Rational, rhs: Rational) -> Rational {
    Rational(
      lhs.numerator * rhs.denominator + rhs.numerator * lhs.denominator, over: lhs.denominator * rhs.denominator)
  }

  static func - (lhs: Rational, rhs: Rational) -> Rational { lhs + Rational(-rhs.numerator, over: rhs.denominator) }

  static func == (lhs: Rational, rhs: Rational) -> Bool {
    lhs.numerator * rhs.denominator == rhs.numerator * lhs.denominator
  }

  /// Units of `1 / timescale` seconds, the half away from zero, and whether they are exact.
  func units(_ timescale: CMTimeScale) -> (Int128, isExact: Bool) {
    let (quotient, remainder) = (numerator * Int128(timescale)).quotientAndRemainder(dividingBy: denominator)
    let isHalf = remainder.magnitude >= denominator.magnitude - remainder.magnitude
    return (remainder != 0 && isHalf ? quotient + numerator.signum() : quotient, remainder == 0)
  }

  /// What Apple documents for a result: the timescale halved until the units fit in 64 bits, else an infinity.
  func time(timescale: CMTimeScale) -> (time: CMTime, isExact: Bool) {
    var scale = timescale
    while scale > 0 {
      let (units, isExact) = units(scale)
      if let value = CMTimeValue(exactly: units) { return (CMTime(value: value, timescale: scale), isExact) }
      scale /= 2
    }
    return (numerator < 0 ? .negativeInfinity : .positiveInfinity, true)
  }
}

/// Whether two times have the same fields, apart from those that an infinity ignores.
func areIdentical(_ first: CMTime, _ second: CMTime) -> Bool {
  first.value == second.value && first.timescale == second.timescale && first.flags == second.flags
    && first.epoch == second.epoch
}
