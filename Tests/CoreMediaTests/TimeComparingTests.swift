import CoreMedia
import TestSupport
import Testing

@Suite struct TimeComparingTests {
  @Test func `kinds of times sort as Apple documents`() {
    let sorted: [CMTime] = [
      .negativeInfinity, CMTime(value: .min, timescale: 1), CMTime(value: -1, timescale: 3), .zero,
      CMTime(value: 1, timescale: 3), CMTime(value: .max, timescale: 1),
      CMTimeMakeWithEpoch(value: .min, timescale: 1, epoch: 1), .indefinite, .positiveInfinity, .invalid,
    ]
    for (i, first) in sorted.enumerated() {
      for (j, second) in sorted.enumerated() {
        #expect(CMTimeCompare(first, second) == Int32((i - j).signum()))
        #expect((first < second) == (i < j) && (first == second) == (i == j))
        #expect(CMTimeMinimum(first, second) == sorted[min(i, j)])
        #expect(CMTimeMaximum(first, second) == sorted[max(i, j)])
      }
    }
    #expect(sorted.shuffled().sorted() == sorted)
  }

  @Test func `equal fractions are equal times, and hash alike`() {
    for value in CMTime.awkwardValues {
      for timescale in CMTime.awkwardTimescales {
        let time = CMTime(value: value, timescale: timescale)
        for factor: Int32 in [2, 3, 1001] {
          let (scaled, scaleOverflow) = timescale.multipliedReportingOverflow(by: factor)
          let (multiple, valueOverflow) = value.multipliedReportingOverflow(by: Int64(factor))
          if scaleOverflow || valueOverflow { continue }
          let same = CMTime(value: multiple, timescale: scaled, flags: [.valid, .hasBeenRounded], epoch: 0)
          #expect(time == same && time.hashValue == same.hashValue)
        }
      }
    }
    for time in CMTime.nonNumeric {
      var other = time
      (other.value, other.epoch) = (99, 4)
      #expect(time == other && time.hashValue == other.hashValue)
    }
  }

  @Test func `the order of random times matches the rational model`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<4_000 {
      let first = CMTime.randomNumber(using: &generator, epochs: 0...1)
      let second = CMTime.randomNumber(using: &generator, epochs: 0...1)
      let difference = Rational(first) - Rational(second)
      let expected = first.epoch == second.epoch ? difference.numerator.signum() : Int128(first.epoch - second.epoch)
      #expect(CMTimeCompare(first, second) == Int32(expected))
    }
  }

  @Test func `the order is total for any fields`() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<4_000 {
      let times = (0..<3).map { _ in CMTime.randomFields(using: &generator) }.sorted()
      #expect(times[0] <= times[1] && times[1] <= times[2] && times[0] <= times[2])
      #expect(CMTimeCompare(times[0], times[2]) == -CMTimeCompare(times[2], times[0]))
      if times[0] == times[1] { #expect(times[0].hashValue == times[1].hashValue) }
    }
  }
}
