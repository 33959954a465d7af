extension CMTime {
  /// Returns the sum of two times.
  ///
  /// The timescale is the least common multiple of the operands', or the largest one there is where that is too
  /// large; it is halved while the value overflows, down to 1, beyond which the sum is infinite. Rounding is to the
  /// nearest, and sets `hasBeenRounded`, as does an operand that has it.
  ///
  /// An invalid operand gives an invalid sum; else an infinite operand an infinite sum, but infinities of opposite
  /// signs an invalid one; else an indefinite operand an indefinite sum. Times of different epochs cannot be added
  /// unless one epoch is 0, which stands for a duration; two times of the same epoch give a duration.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { sum(addend1, addend2, negating: false) }

  /// Returns the difference of two times, by the rules of the sum.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { sum(minuend, subtrahend, negating: true) }

  private static func sum(_ first: CMTime, _ second: CMTime, negating: Bool) -> CMTime {
    if first.isPlain, second.isPlain, let timescale = leastCommonMultiple(first.timescale, second.timescale),
      let value = sum(first, second, negating: negating, timescale: timescale)
    {
      return CMTime(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }
    let kinds = (first.kind, negating ? second.kind.negated : second.kind)
    switch kinds {
    case (.invalid, _), (_, .invalid), (.positiveInfinity, .negativeInfinity), (.negativeInfinity, .positiveInfinity):
      return .invalid
    case (.positiveInfinity, _), (_, .positiveInfinity): return .positiveInfinity
    case (.negativeInfinity, _), (_, .negativeInfinity): return .negativeInfinity
    case (.indefinite, _), (_, .indefinite): return .indefinite
    case (.numeric, .numeric): break
    }
    guard first.epoch == 0 || second.epoch == 0 || first.epoch == second.epoch else { return .invalid }
    let timescale = leastCommonMultiple(first.timescale, second.timescale)
    let epoch = first.epoch == second.epoch ? 0 : first.epoch + second.epoch
    let wasRounded = first.hasBeenRounded || second.hasBeenRounded
    if let timescale, let value = sum(first, second, negating: negating, timescale: timescale) {
      return CMTime(
        value: value, timescale: timescale, flags: wasRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
    }
    // |value| ≤ 2^63 and timescale < 2^31: the sum of the products fits in 96 bits.
    let addend = Int128(first.value) * Int128(second.timescale)
    let other = Int128(second.value) * Int128(first.timescale)
    let sum = ExactSeconds(
      negating ? addend - other : addend + other,
      over: UInt128(first.timescale) * UInt128(second.timescale))
    return sum.time(timescale: timescale ?? .max, epoch: epoch, wasRounded: wasRounded)
  }

  /// A Boolean value that says whether this is an exact number of the ordinary epoch. Nearly all times are, and every
  /// sample is added and compared a dozen times on its way through the process.
  var isPlain: Bool { flags == .valid && epoch == 0 && timescale > 0 }

  /// Returns the value of a sum in a multiple of both timescales, or `nil` if it, or a step to it, overflows.
  private static func sum(
    _ first: CMTime, _ second: CMTime, negating: Bool, timescale: CMTimeScale
  ) -> CMTimeValue? {
    guard let addend = first.value(timescale), let other = second.value(timescale) else { return nil }
    let (sum, overflow) =
      negating ? addend.subtractingReportingOverflow(other) : addend.addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// Returns the value in a multiple of the timescale; `nil` on overflow.
  private func value(_ multiple: CMTimeScale) -> CMTimeValue? {
    if multiple == timescale { return value }
    let (product, overflow) = value.multipliedReportingOverflow(by: CMTimeValue(multiple / timescale))
    return overflow ? nil : product
  }

  /// This time without its sign.
  var absoluteValue: CMTime {
    switch kind {
    case .negativeInfinity: .positiveInfinity
    case .numeric: value < 0 ? multiplied(by: -1) : self
    case .positiveInfinity, .indefinite: self
    case .invalid: .invalid
    }
  }

  /// This time multiplied by an integer, with the same timescale unless the value overflows, as in a sum.
  func multiplied(by multiplier: Int32) -> CMTime {
    guard kind == .numeric else { return kind.multiplied(isNegative: multiplier < 0).time }
    return ExactSeconds(Int128(value) * Int128(multiplier), over: UInt128(timescale))
      .time(timescale: timescale, epoch: epoch, wasRounded: hasBeenRounded)
  }

  /// Returns this time multiplied by a fraction, exact where any timescale allows it.
  ///
  /// A divisor of zero gives an infinity, or an invalid time where the dividend is zero too.
  func multiplied(by multiplier: Int32, dividedBy divisor: Int32) -> CMTime {
    let isNegative = (multiplier < 0) != (divisor < 0)
    guard kind == .numeric else { return kind.multiplied(isNegative: isNegative).time }
    let product = Int128(value) * Int128(multiplier)
    if divisor == 0 {
      return product == 0 ? .invalid : product < 0 ? .negativeInfinity : .positiveInfinity
    }
    return ExactSeconds(
      divisor < 0 ? -product : product, over: UInt128(timescale) * UInt128(divisor.magnitude)
    ).time(multipleOf: timescale, epoch: epoch, wasRounded: hasBeenRounded)
  }

  /// Returns this time multiplied by a floating-point number.
  ///
  /// The timescale is doubled until it is at least `leastFloatingPointTimescale`, then halved while the value
  /// overflows, as in a sum. A multiplier that is not a number gives an invalid time, as does an infinite one for zero.
  func scaled(by multiplier: Double) -> CMTime {
    if multiplier.isNaN { return .invalid }
    let isNegative = multiplier < 0
    guard kind == .numeric else { return kind.multiplied(isNegative: isNegative).time }
    if multiplier.isInfinite {
      return value == 0 ? .invalid : (value < 0) != isNegative ? .negativeInfinity : .positiveInfinity
    }
    var scale = timescale
    while scale < CMTime.leastFloatingPointTimescale { scale *= 2 }
    let (product, isExact) = ExactSeconds.product(of: self, multiplier)
    return product.time(timescale: scale, epoch: epoch, wasRounded: hasBeenRounded || !isExact)
  }

  /// The least timescale of a product with a floating-point number, which is seldom a whole number of units. It is
  /// Apple's.
  private static let leastFloatingPointTimescale: CMTimeScale = 65536
}

extension ExactSeconds {
  /// Returns a numeric time multiplied by a finite number, and whether the product is exact.
  ///
  /// The part that is lost is less than 2^-64 of a unit, and is dropped towards zero, so that it never changes how the
  /// product is rounded to the nearest unit.
  fileprivate static func product(of time: CMTime, _ multiplier: Double) -> (ExactSeconds, isExact: Bool) {
    // multiplier = significand × 2^exponent, with 53 bits of significand: the product needs 116 bits.
    let significand = UInt128(multiplier.significand.magnitude * 0x1p52)
    let exponent = multiplier == 0 ? 0 : Int(multiplier.exponent) - 52
    let magnitude = UInt128(time.value.magnitude) * significand
    var product = ExactSeconds(
      isNegative: (time.value < 0) != (multiplier < 0), magnitude: magnitude, divisor: UInt128(time.timescale))
    if magnitude == 0 { return (ExactSeconds(0, over: 1), true) }
    if exponent >= 0 {
      // Any product with more than 96 bits is beyond all times, so how far beyond does not matter.
      product.multiplier = 1 << min(exponent, 96)
      return (product, true)
    }
    // A timescale has 31 bits, and 96 more fit beside it.
    let shift = min(-exponent, 96)
    let excess = -exponent - shift
    product.divisor <<= shift
    product.magnitude >>= excess
    return (product, product.magnitude << excess == magnitude)
  }
}

extension CMTime.Kind {
  /// The kind of the time with the opposite sign.
  fileprivate var negated: Self { multiplied(isNegative: true) }

  /// Returns the kind of a time of this kind once multiplied by a number of a sign.
  fileprivate func multiplied(isNegative: Bool) -> Self {
    switch self {
    case .positiveInfinity: isNegative ? .negativeInfinity : self
    case .negativeInfinity: isNegative ? .positiveInfinity : self
    case .numeric, .indefinite, .invalid: self
    }
  }

  /// The constant of this kind; the invalid time for numbers, which have none.
  fileprivate var time: CMTime {
    switch self {
    case .negativeInfinity: .negativeInfinity
    case .positiveInfinity: .positiveInfinity
    case .indefinite: .indefinite
    case .numeric, .invalid: .invalid
    }
  }
}
