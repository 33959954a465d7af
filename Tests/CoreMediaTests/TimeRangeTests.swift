import CoreMedia
import TestSupport
import Testing

@Suite struct TimeRangeTests {
  /// The range of whole seconds from one up to another.
  private func seconds(_ start: Int64, _ end: Int64, epoch: Int64 = 0) -> CMTimeRange {
    CMTimeRange(
      start: CMTimeMakeWithEpoch(value: start, timescale: 1, epoch: epoch),
      duration: CMTime(value: end - start, timescale: 1))
  }

  @Test func `a range does not contain its end`() {
    let range = seconds(2, 5)
    #expect(range.end == CMTime(value: 5, timescale: 1))
    #expect(range.containsTime(range.start) && !range.containsTime(range.end))
    #expect(!range.containsTime(CMTime(value: 19, timescale: 10)))
    #expect(range.containsTime(CMTime(value: 4999, timescale: 1000)))
    #expect(!range.containsTime(CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1)))
    for time in CMTime.nonNumeric { #expect(!range.containsTime(time)) }
  }

  @Test func `ranges are made from two times`() {
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), end: CMTime(value: 2, timescale: 3))
    #expect(range.duration == CMTime(value: 1, timescale: 6) && range.isValid)
    #expect(!CMTimeRange(start: CMTime(value: 2, timescale: 1), end: .zero).isValid)
    let endless = CMTimeRangeFromTimeToTime(start: .zero, end: .positiveInfinity)
    #expect(endless.isValid && endless.end == .positiveInfinity && endless.duration == .positiveInfinity)
    #expect(endless.containsTime(CMTime(value: .max, timescale: 1)))
    let inEpoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 4)
    #expect(CMTimeRange(start: inEpoch, end: inEpoch + CMTime(value: 1, timescale: 1)) == seconds(1, 2, epoch: 4))
    #expect(!CMTimeRange(start: .zero, duration: inEpoch).isValid)
  }

  @Test func `predicates tell kinds of ranges apart`() {
    #expect(CMTimeRange.zero.isValid && CMTimeRange.zero.isEmpty && !CMTimeRange.zero.isIndefinite)
    #expect(!CMTimeRange.invalid.isValid && !CMTimeRange.invalid.isEmpty && !CMTimeRange.invalid.isIndefinite)
    #expect(CMTimeRange() == .invalid && CMTimeRange.invalid.end == .invalid)
    let live = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(live.isValid && live.isIndefinite && !live.isEmpty && live.end == .indefinite)
    #expect(CMTIMERANGE_IS_VALID(.zero) && CMTIMERANGE_IS_EMPTY(.zero) && CMTIMERANGE_IS_INVALID(.invalid))
    #expect(CMTIMERANGE_IS_INDEFINITE(live))
  }

  @Test func `unions and intersections match sets of seconds`() {
    let all = (0...4).flatMap { start in (start...5).map { seconds(start, $0) } }
    func members(_ range: CMTimeRange) -> Set<Int64> {
      Set((0..<6).filter { range.containsTime(CMTime(value: $0, timescale: 1)) })
    }
    for first in all {
      for second in all {
        let common = members(first).intersection(members(second))
        let intersection = first.intersection(second)
        #expect(members(intersection) == common && intersection.isValid)
        if common.isEmpty { #expect(intersection == .zero) }
        let union = first.union(second)
        #expect(union.start == min(first.start, second.start) && union.end == max(first.end, second.end))
        #expect(union.containsTimeRange(first) && union.containsTimeRange(second))
        if !first.isEmpty && !second.isEmpty {
          #expect(first.containsTimeRange(second) == members(second).isSubset(of: members(first)))
        }
      }
    }
  }

  @Test func `ranges that do not go together give invalid ones`() {
    let live = CMTimeRange(start: .zero, duration: .indefinite)
    for other in [.invalid, live, seconds(0, 1, epoch: 1)] {
      #expect(CMTimeRangeGetUnion(seconds(0, 2), otherRange: other) == .invalid)
      #expect(CMTimeRangeGetIntersection(other, otherRange: seconds(0, 2)) == .invalid)
      #expect(!CMTimeRangeContainsTimeRange(seconds(0, 2), otherRange: other))
    }
  }

  @Test func `times are clamped`() {
    let range = seconds(2, 5)
    for (value, expected) in [(0, 2), (2, 2), (3, 3), (5, 5), (9, 5)] as [(Int64, Int64)] {
      #expect(
        CMTimeClampToRange(CMTime(value: value, timescale: 1), range: range) == CMTime(value: expected, timescale: 1))
    }
    #expect(CMTimeClampToRange(.positiveInfinity, range: range) == range.end)
    #expect(CMTimeClampToRange(.negativeInfinity, range: range) == range.start)
    #expect(CMTimeClampToRange(.invalid, range: range) == .invalid)
    #expect(CMTimeClampToRange(.zero, range: .zero) == .invalid)
    #expect(CMTimeClampToRange(.zero, range: seconds(0, 1, epoch: 1)) == .invalid)
  }

  @Test func `times are mapped linearly`() {
    let (from, to) = (seconds(2, 5), seconds(10, 11))
    func map(_ value: Int64, _ scale: Int32) -> CMTime {
      CMTimeMapTimeFromRangeToRange(CMTime(value: value, timescale: scale), fromRange: from, toRange: to)
    }
    #expect(map(2, 1) == to.start && map(5, 1) == to.end)
    #expect(map(3, 1) == CMTime(value: 31, timescale: 3) && !map(3, 1).hasBeenRounded)
    #expect(map(7, 2) == CMTime(value: 21, timescale: 2))
    #expect(map(8, 1) == CMTime(value: 12, timescale: 1))
    #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: .zero, toRange: to) == .invalid)
    #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: from, toRange: .invalid) == .invalid)
    let endless = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .positiveInfinity)
    let later = CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: .positiveInfinity)
    #expect(
      CMTimeMapTimeFromRangeToRange(CMTime(value: 3, timescale: 1), fromRange: endless, toRange: later)
        == CMTime(value: 7, timescale: 1))
    #expect(CMTimeMapTimeFromRangeToRange(.zero, fromRange: endless, toRange: to) == .invalid)
  }

  @Test func `mapped durations are exact`() {
    let from = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 5))
    let to = CMTimeRange(start: .zero, duration: CMTime(value: 7, timescale: 11))
    let mapped = CMTimeMapDurationFromRangeToRange(CMTime(value: 1, timescale: 3), fromRange: from, toRange: to)
    #expect(mapped == CMTime(value: 35, timescale: 66) && !mapped.hasBeenRounded)
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: .max, timescale: .max))
    let most = CMTimeMapDurationFromRangeToRange(whole.duration, fromRange: whole, toRange: to)
    #expect(most == to.duration)
    let inEpoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    #expect(CMTimeMapDurationFromRangeToRange(inEpoch, fromRange: from, toRange: to) == .invalid)
  }

  @Test func `times are folded into a loop`() {
    let loop = seconds(2, 5)
    for value in Int64(-20)...20 {
      let folded = CMTimeFoldIntoRange(CMTime(value: value, timescale: 1), foldRange: loop)
      #expect(loop.containsTime(folded) && (folded.value - value) % 3 == 0)
    }
    let third = CMTimeFoldIntoRange(
      CMTime(value: 10, timescale: 3), foldRange: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)))
    #expect(third == CMTime(value: 1, timescale: 3))
    #expect(CMTimeFoldIntoRange(.zero, foldRange: .zero) == .invalid)
    #expect(CMTimeFoldIntoRange(.positiveInfinity, foldRange: loop) == .invalid)
    #expect(CMTimeFoldIntoRange(.zero, foldRange: CMTimeRange(start: .zero, duration: .positiveInfinity)) == .invalid)
  }

  @Test func `no fields of a range trap`() {
    var generator = SeededGenerator(seed: 31)
    func range() -> CMTimeRange {
      var range = CMTimeRange()
      (range.start, range.duration) = (.randomFields(using: &generator), .randomFields(using: &generator))
      if Bool.random(using: &generator) {
        range.duration.epoch = 0
        range.duration.value &= .max
      }
      return range
    }
    for _ in 0..<4_000 {
      let (first, second, time) = (range(), range(), CMTime.randomFields(using: &generator))
      let (union, intersection) = (first.union(second), first.intersection(second))
      if union.isValid { #expect(first.isValid && second.isValid) }
      #expect(!first.containsTime(first.end))
      if first.containsTime(time) && second.containsTime(time) && intersection.isValid && !intersection.isEmpty {
        #expect(intersection.start <= time)
      }
      let clamped = CMTimeClampToRange(time, range: first)
      if clamped.isValid { #expect(first.start <= clamped && clamped <= first.end) }
      let folded = CMTimeFoldIntoRange(time, foldRange: first)
      if folded.isNumeric && !folded.hasBeenRounded { #expect(first.containsTime(folded)) }
      let mapped = CMTimeMapTimeFromRangeToRange(time, fromRange: first, toRange: second)
      if mapped.isValid { #expect(second.isValid && time.epoch == first.start.epoch) }
    }
  }

  @Test func `mappings keep their ranges`() {
    let mapping = CMTimeMappingMake(source: seconds(0, 1), target: seconds(2, 4))
    #expect(mapping.source == seconds(0, 1) && mapping.target == seconds(2, 4))
    #expect(mapping == CMTimeMapping(source: seconds(0, 1), target: seconds(2, 4)))
    let empty = CMTimeMappingMakeEmpty(target: seconds(0, 1))
    #expect(!empty.source.start.isNumeric && empty.target == seconds(0, 1))
    #expect(CMTimeMapping() == .invalid)
    var inEpoch = seconds(0, 1)
    inEpoch.duration.epoch = 1
    #expect(CMTimeMappingMake(source: inEpoch, target: seconds(0, 1)) == .invalid)
  }
}
