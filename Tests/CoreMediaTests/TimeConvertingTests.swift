import CoreMedia
import TestSupport
import Testing

@Suite struct TimeConvertingTests {
  /// Quarters of a second in whole seconds, by method.
  @Test(arguments: [
    (CMTimeRoundingMethod.roundHalfAwayFromZero, [-2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2]),
    (.roundTowardZero, [-1, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 1]),
    (.roundAwayFromZero, [-2, -2, -2, -1, -1, -1, 0, 1, 1, 1, 2, 2, 2]),
    (.quickTime, [-1, -1, -1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1]),
    (.roundTowardPositiveInfinity, [-1, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2]),
    (.roundTowardNegativeInfinity, [-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1]),
  ])
  func `a coarser timescale rounds by the method`(_ method: CMTimeRoundingMethod, _ expected: [Int64]) {
    // Every remainder on both sides of zero, with and without whole seconds beside it.
    let quarters: [Int64] = [-7, -6, -5, -4, -2, -1, 0, 1, 2, 4, 5, 6, 7]
    for (quarter, seconds) in zip(quarters, expected) {
      let converted = CMTime(value: quarter, timescale: 4).convertScale(1, method: method)
      #expect(converted.value == seconds, "\(quarter)/4 by \(method)")
      #expect(converted.hasBeenRounded == (quarter % 4 != 0))
    }
  }

  @Test func `the method of QuickTime rounds away from zero to a finer timescale`() {
    let third = CMTime(value: 1, timescale: 3)
    #expect(third.convertScale(10, method: .quickTime).value == 4)
    #expect(third.convertScale(2, method: .quickTime).value == 0)
    #expect(CMTime(value: -1, timescale: 3).convertScale(10, method: .quickTime).value == -4)
    #expect(CMTime(value: -1, timescale: 600).convertScale(1, method: .quickTime).value == -1)
  }

  @Test func `the default method is half away from zero`() {
    #expect(CMTimeRoundingMethod.default == .roundHalfAwayFromZero)
    #expect((1...6).map { CMTimeRoundingMethod(rawValue: $0)?.rawValue } == [1, 2, 3, 4, 5, 6])
    #expect(CMTimeRoundingMethod(rawValue: 0) == nil && CMTimeRoundingMethod(rawValue: 7) == nil)
  }

  @Test func `ER-06: flags and rounding methods have Apple's values`() {
    let flags: [CMTimeFlags] = [
      .valid, .hasBeenRounded, .positiveInfinity, .negativeInfinity, .indefinite, .impliedValueFlagsMask,
    ]
    #expect(flags.map(\.rawValue) == [1, 2, 4, 8, 16, 28])
    let methods: [CMTimeRoundingMethod] = [
      .default, .roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero, .quickTime, .roundTowardPositiveInfinity,
      .roundTowardNegativeInfinity,
    ]
    #expect(methods.map(\.rawValue) == [1, 1, 2, 3, 4, 5, 6])
  }

  @Test func `an exact conversion sets no flag`() {
    let converted = CMTimeConvertScale(CMTime(value: 1001, timescale: 30000), timescale: 90000, method: .default)
    #expect(areIdentical(converted, CMTime(value: 3003, timescale: 90000)))
    let epoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 9)
    #expect(
      areIdentical(epoch.convertScale(2, method: .default), CMTimeMakeWithEpoch(value: 2, timescale: 2, epoch: 9)))
  }

  @Test func `a conversion that cannot be is no number`() {
    for time in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(areIdentical(time.convertScale(600, method: .default), time))
    }
    let second = CMTime(value: 1, timescale: 1)
    #expect(second.convertScale(0, method: .default) == .invalid)
    #expect(second.convertScale(-600, method: .default) == .invalid)
    #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default) == .positiveInfinity)
    #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default) == .negativeInfinity)
    #expect(CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0).convertScale(2, method: .default) == .invalid)
  }

  @Test func `random conversions match the rational model`() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<4_000 {
      let time = CMTime.randomNumber(using: &generator)
      let timescale = CMTime.randomNumber(using: &generator).timescale
      let (units, isExact) = Rational(time).units(timescale)
      let converted = time.convertScale(timescale, method: .default)
      if let value = CMTimeValue(exactly: units) {
        #expect(converted.value == value && converted.timescale == timescale && converted.hasBeenRounded == !isExact)
      } else {
        #expect(converted == (time.value < 0 ? .negativeInfinity : .positiveInfinity))
      }
      let below = time.convertScale(timescale, method: .roundTowardNegativeInfinity)
      let above = time.convertScale(timescale, method: .roundTowardPositiveInfinity)
      if below.isNumeric && above.isNumeric {
        #expect(below <= time && time <= above && above.value - below.value == (isExact ? 0 : 1))
      }
    }
  }

  @Test func `seconds become times`() {
    #expect(areIdentical(CMTime(seconds: 5, preferredTimescale: 600), CMTime(value: 3000, timescale: 600)))
    let tenth = CMTimeMakeWithSeconds(0.1, preferredTimescale: 600)
    #expect(tenth.value == 60 && !tenth.hasBeenRounded)
    let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 10)
    #expect(third.value == 3 && third.hasBeenRounded)
    #expect(CMTime(seconds: -0.99, preferredTimescale: 1).value == 0)
    let far = CMTime(seconds: 0x1p62, preferredTimescale: 600)
    #expect(far.value == 1 << 62 && far.timescale == 1)
    #expect(CMTime(seconds: 0x1p61, preferredTimescale: 6).timescale == 3)
    #expect(CMTime(seconds: 0x1p63, preferredTimescale: 600) == .positiveInfinity)
    #expect(CMTime(seconds: -0x1p63, preferredTimescale: 1) == CMTime(value: .min, timescale: 1))
    #expect(CMTime(seconds: .infinity, preferredTimescale: 1) == .positiveInfinity)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 600) == .negativeInfinity)
    #expect(CMTime(seconds: .nan, preferredTimescale: 600) == .invalid)
    #expect(CMTime(seconds: 1, preferredTimescale: 0) == .invalid)
    #expect(CMTime(seconds: 1, preferredTimescale: -1) == .invalid)
  }

  @Test func `times become seconds`() {
    #expect(CMTime(value: 1001, timescale: 30000).seconds == 1001.0 / 30000)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity && CMTimeGetSeconds(.negativeInfinity) == -.infinity)
    #expect(CMTime.indefinite.seconds.isNaN && CMTime.invalid.seconds.isNaN)
    #expect(CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0).seconds.isNaN)
  }
}
