import CoreMedia
import TestSupport
import Testing

@Suite struct TimeArithmeticTests {
  @Test func `a sum of one timescale keeps it`() {
    let sum = CMTime(value: 1001, timescale: 30000) + CMTime(value: 2002, timescale: 30000)
    #expect(areIdentical(sum, CMTime(value: 3003, timescale: 30000)))
    let difference = CMTime(value: 5, timescale: 600) - CMTime(value: 600, timescale: 600)
    #expect(areIdentical(difference, CMTime(value: -595, timescale: 600)))
  }

  @Test func `a sum of two timescales has their least common multiple`() {
    let sum = CMTime(value: 1, timescale: 44100) + CMTime(value: 1, timescale: 48000)
    #expect(areIdentical(sum, CMTime(value: 307, timescale: 7_056_000)))
  }

  @Test func `a sum beyond the largest timescale is rounded to it`() {
    let sum = CMTime(value: 1, timescale: 2_147_483_629) + CMTime(value: 1, timescale: 65537)
    #expect(sum.timescale == CMTimeScale(kCMTimeMaxTimescale))
    #expect(sum.value == 32768)
    #expect(sum.hasBeenRounded)
  }

  @Test func `a sum that overflows halves the timescale, and is infinite where that is not enough`() {
    let sum = CMTime(value: .max, timescale: 600) + CMTime(value: .max, timescale: 600)
    #expect(areIdentical(sum, CMTime(value: .max, timescale: 300)))
    #expect(CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1) == .positiveInfinity)
    #expect(CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1) == .negativeInfinity)
  }

  @Test func `random sums and differences match the rational model`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<4_000 {
      let first = CMTime.randomNumber(using: &generator)
      let second = CMTime.randomNumber(using: &generator)
      let (larger, smaller) = (
        Int64(max(first.timescale, second.timescale)), Int64(min(first.timescale, second.timescale))
      )
      // The least multiple of the larger timescale that the smaller one divides: found by search where it is near.
      let multiple = (1...smaller).lazy.prefix(1000).map { $0 * larger }.first { $0 % smaller == 0 }
      let (sum, difference) = (first + second, first - second)
      check(sum, Rational(first) + Rational(second), multiple)
      check(difference, Rational(first) - Rational(second), multiple)
      func check(_ result: CMTime, _ exact: Rational, _ multiple: Int64?) {
        guard let multiple else { return checkIsNearest(result, exact) }
        let expected = exact.time(timescale: CMTimeScale(clamping: multiple))
        #expect(result == expected.time && result.hasBeenRounded == !expected.isExact, "\(first) and \(second)")
        if result.isNumeric { #expect(result.timescale == expected.time.timescale) }
      }
      func checkIsNearest(_ result: CMTime, _ exact: Rational) {
        guard result.isNumeric else { return }
        #expect(exact.units(result.timescale) == (Int128(result.value), !result.hasBeenRounded), "\(first), \(second)")
      }
    }
  }

  @Test func `random products match the rational model`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<4_000 {
      let time = CMTime.randomNumber(using: &generator)
      let multiplier = Int32.random(in: .min ... .max, using: &generator) >> Int32.random(in: 0..<32, using: &generator)
      let product = CMTimeMultiply(time, multiplier: multiplier)
      let expected = Rational(Int128(time.value) * Int128(multiplier), over: Int128(time.timescale))
        .time(timescale: time.timescale)
      #expect(product == expected.time && product.hasBeenRounded == !expected.isExact, "\(time) × \(multiplier)")
      if product.isNumeric { #expect(product.timescale == expected.time.timescale) }
    }
  }

  @Test func `random ratios are exact wherever a timescale allows it`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<4_000 {
      let time = CMTime.randomNumber(using: &generator)
      let multiplier = Int32.random(in: .min ... .max, using: &generator) >> Int32.random(in: 0..<32, using: &generator)
      let divisor = Int32.random(in: .min ... .max, using: &generator) >> Int32.random(in: 0..<32, using: &generator)
      guard divisor != 0 else { continue }
      let result = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
      let exact = Rational(Int128(time.value) * Int128(multiplier), over: Int128(time.timescale) * Int128(divisor))
      guard result.isNumeric else {
        #expect(abs(Double(exact.numerator) / Double(exact.denominator)) > 0x1p62)
        continue
      }
      #expect(exact.units(result.timescale) == (Int128(result.value), !result.hasBeenRounded))
      if result.hasBeenRounded {
        // No multiple of the time's timescale that can be named is exact.
        for factor in 1...Int32(50) {
          let (scale, overflow) = time.timescale.multipliedReportingOverflow(by: factor)
          if !overflow { #expect(!exact.units(scale).isExact || CMTimeValue(exactly: exact.units(scale).0) == nil) }
        }
      }
    }
  }

  @Test func `a ratio keeps the timescale where that is exact`() {
    let half = CMTimeMultiplyByRatio(CMTime(value: 600, timescale: 600), multiplier: 1, divisor: 2)
    #expect(areIdentical(half, CMTime(value: 300, timescale: 600)))
    let halfFrame = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 30), multiplier: 1, divisor: 2)
    #expect(areIdentical(halfFrame, CMTime(value: 1, timescale: 60)))
    let reversed = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 30), multiplier: 2, divisor: -4)
    #expect(areIdentical(reversed, CMTime(value: -1, timescale: 60)))
  }

  @Test func `a ratio by zero is infinite or invalid`() {
    let second = CMTime(value: 1, timescale: 1)
    #expect(CMTimeMultiplyByRatio(second, multiplier: 1, divisor: 0) == .positiveInfinity)
    #expect(CMTimeMultiplyByRatio(second, multiplier: -1, divisor: 0) == .negativeInfinity)
    #expect(CMTimeMultiplyByRatio(second, multiplier: 0, divisor: 0) == .invalid)
    #expect(CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0) == .invalid)
  }

  @Test func `a product with a floating-point number has a fine timescale`() {
    let product = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 600), multiplier: 0.5)
    #expect(areIdentical(product, CMTime(value: 64, timescale: 76800)))
    let rounded = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 90000), multiplier: 1.0 / 3)
    #expect(rounded.value == 0 && rounded.timescale == 90000 && rounded.hasBeenRounded)
    let large = CMTimeMultiplyByFloat64(CMTime(value: .max, timescale: 90000), multiplier: 2)
    #expect(areIdentical(large, CMTime(value: .max, timescale: 45000)))
  }

  @Test func `a product with a floating-point number is exact beyond 53 bits`() {
    for multiplier in [1.0, -1, 0.5, 0x1p-20] {
      let time = CMTime(value: 0x7FFF_FFFF_FFF0_0000, timescale: 90000)
      let product = CMTimeMultiplyByFloat64(time, multiplier: multiplier)
      #expect(product == CMTime(value: Int64(Double(1) * multiplier * 0x1p20) * (time.value >> 20), timescale: 90000))
      #expect(!product.hasBeenRounded)
    }
  }

  @Test func `random products with floating-point numbers are within a unit`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<4_000 {
      let time = CMTime.randomNumber(using: &generator)
      let multiplier = Double(bitPattern: generator.next())
      let product = CMTimeMultiplyByFloat64(time, multiplier: multiplier)
      if multiplier.isNaN {
        #expect(product == .invalid)
      } else if product.isNumeric {
        let expected = time.seconds * multiplier
        // Two roundings of a Double, and half a unit.
        let tolerance = abs(expected) * 0x1p-50 + 0.5 / Double(product.timescale)
        #expect(abs(product.seconds - expected) <= tolerance, "\(time) × \(multiplier)")
      } else if !multiplier.isInfinite {
        #expect(abs(time.seconds * multiplier) >= 0x1p62)
      }
    }
    let second = CMTime(value: 1, timescale: 1)
    #expect(CMTimeMultiplyByFloat64(second, multiplier: -.infinity) == .negativeInfinity)
    #expect(CMTimeMultiplyByFloat64(.zero, multiplier: .infinity) == .invalid)
    #expect(CMTimeMultiplyByFloat64(second, multiplier: .leastNonzeroMagnitude) == .zero)
    #expect(CMTimeMultiplyByFloat64(second, multiplier: .leastNonzeroMagnitude).hasBeenRounded)
    #expect(CMTimeMultiplyByFloat64(second, multiplier: .greatestFiniteMagnitude) == .positiveInfinity)
    #expect(areIdentical(CMTimeMultiplyByFloat64(second, multiplier: -0.0), CMTime(value: 0, timescale: 65536)))
  }

  @Test func `operands that are no numbers give what Apple documents`() {
    let second = CMTime(value: 1, timescale: 1)
    let (plus, minus) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
    #expect(plus + plus == plus && minus + minus == minus)
    #expect(plus + minus == .invalid && minus + plus == .invalid)
    #expect(plus - plus == .invalid && minus - minus == .invalid)
    #expect(plus - minus == plus && minus - plus == minus)
    #expect(plus + second == plus && second + minus == minus && second - plus == minus && second - minus == plus)
    #expect(plus + .indefinite == plus && .indefinite - plus == minus)
    #expect(second + .indefinite == .indefinite && .indefinite - second == .indefinite)
    for time in CMTime.nonNumeric + [second] {
      #expect(time + .invalid == .invalid && .invalid - time == .invalid)
    }
    #expect(CMTimeMultiply(plus, multiplier: -2) == minus && CMTimeMultiply(minus, multiplier: -2) == plus)
    #expect(CMTimeMultiplyByFloat64(minus, multiplier: 0.5) == minus)
    #expect(CMTimeMultiplyByRatio(plus, multiplier: 1, divisor: -3) == minus)
    #expect(CMTimeMultiply(.indefinite, multiplier: 0) == .indefinite)
    #expect(CMTimeMultiply(.invalid, multiplier: 0) == .invalid)
    #expect(CMTimeAbsoluteValue(minus) == plus && CMTimeAbsoluteValue(.indefinite) == .indefinite)
  }

  @Test func `epochs add as those of points and durations`() {
    func time(_ value: Int64, epoch: Int64) -> CMTime { CMTimeMakeWithEpoch(value: value, timescale: 1, epoch: epoch) }
    #expect(areIdentical(time(1, epoch: 2) + time(3, epoch: 0), time(4, epoch: 2)))
    #expect(areIdentical(time(3, epoch: 0) + time(1, epoch: 2), time(4, epoch: 2)))
    #expect(areIdentical(time(5, epoch: 2) - time(3, epoch: 2), time(2, epoch: 0)))
    #expect(time(5, epoch: 2) - time(3, epoch: 1) == .invalid)
    #expect(areIdentical(time(5, epoch: .min) - time(3, epoch: .min), time(2, epoch: 0)))
    #expect(CMTimeMultiply(time(5, epoch: 3), multiplier: 2).epoch == 3)
  }

  @Test func `rounding is remembered`() {
    let rounded = CMTime(value: 1, timescale: 3).convertScale(10, method: .default)
    #expect(rounded.hasBeenRounded)
    #expect((rounded + .zero).hasBeenRounded && (.zero - rounded).hasBeenRounded)
    #expect(CMTimeMultiply(rounded, multiplier: 2).hasBeenRounded)
    #expect(CMTimeMultiplyByRatio(rounded, multiplier: 2, divisor: 1).hasBeenRounded)
    #expect(CMTimeMultiplyByFloat64(rounded, multiplier: 2).hasBeenRounded)
    #expect(rounded.convertScale(20, method: .default).hasBeenRounded)
  }

  @Test func `an absolute value has no sign`() {
    #expect(areIdentical(CMTimeAbsoluteValue(CMTime(value: -5, timescale: 3)), CMTime(value: 5, timescale: 3)))
    let least = CMTimeAbsoluteValue(CMTime(value: .min, timescale: 600))
    #expect(areIdentical(least, CMTime(value: 1 << 62, timescale: 300)))
    #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 1)) == .positiveInfinity)
  }

  @Test func `no fields of a time trap`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<4_000 {
      let (first, second) = (CMTime.randomFields(using: &generator), CMTime.randomFields(using: &generator))
      let number = Int32(truncatingIfNeeded: generator.next()) >> Int32.random(in: 0..<32, using: &generator)
      let results = [
        first + second, first - second, CMTimeAbsoluteValue(first), CMTimeMultiply(first, multiplier: number),
        CMTimeMultiplyByRatio(first, multiplier: number, divisor: second.timescale),
        CMTimeMultiplyByFloat64(first, multiplier: Double(bitPattern: generator.next())),
        CMTime(seconds: Double(bitPattern: generator.next()), preferredTimescale: number),
        CMTime(seconds: first.seconds, preferredTimescale: second.timescale),
      ]
      for result in results where result.isNumeric { #expect(result.timescale > 0) }
    }
  }
}
