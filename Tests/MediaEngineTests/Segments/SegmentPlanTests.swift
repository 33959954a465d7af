import CoreMedia
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct SegmentPlanTests {
  private static func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

  private static func plan(_ duration: Double, reach: Int = 4) -> SegmentPlan {
    let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let presented = CMTimeRange(start: .zero, duration: seconds(duration))
    return SegmentPlan(of: range, presented: presented, step: seconds(20), reach: reach)
  }

  /// Carries a plan out.
  ///
  /// - Parameters:
  ///   - cut: where the cut of a place is.
  ///   - workerCount: how many things are done at once; what is done first the generator says.
  private static func carryOut(
    _ plan: SegmentPlan, workerCount: Int, _ generator: inout SeededGenerator, cut: (Int) -> CMTime?
  ) -> [SegmentPlan.Segment] {
    var plan = plan
    var works: [SegmentPlan.Work] = []
    var taken: [SegmentPlan.Segment] = []
    while !plan.isAtEnd {
      while works.count < workerCount, let work = plan.next() { works.append(work) }
      if works.isEmpty || Bool.random(using: &generator), let segment = plan.take() {
        taken.append(segment)
        continue
      }
      guard !works.isEmpty else { break }
      switch works.remove(at: Int.random(in: works.indices, using: &generator)) {
      case .findCut(let place, let range):
        #expect(range.start == Self.seconds(20 * Double(place)))
        plan.didFindCut(cut(place), of: place)
      case .encode(let segment):
        #expect(segment.place < (taken.last?.place ?? 0) + 50)
        plan.didEncode(segment)
      }
    }
    #expect(plan.isAtEnd)
    return taken
  }

  @Test func `however many work, in whatever order, the segments are the same, in order and without gaps`() {
    let cuts: [Int: CMTime] = [1: Self.seconds(23), 2: Self.seconds(41), 5: Self.seconds(119), 6: Self.seconds(120)]
    var generator = SeededGenerator(seed: 8)
    let single = Self.carryOut(Self.plan(150), workerCount: 1, &generator) { cuts[$0] }
    #expect(single.map(\.place) == [0, 1, 2, 5, 6])
    #expect(single.map(\.timeRange.start) == [.zero, cuts[1], cuts[2], cuts[5], cuts[6]])
    #expect(zip(single, single.dropFirst()).allSatisfy { $0.timeRange.end == $1.timeRange.start })
    #expect(single.map(\.isLast) == [false, false, false, false, true])
    #expect(single.last?.timeRange.end == .positiveInfinity)
    for round in 0..<100 {
      let reach = Int.random(in: 1...6, using: &generator)
      let others = Self.carryOut(Self.plan(150, reach: reach), workerCount: 1 + round % 7, &generator) { cuts[$0] }
      #expect(others == single)
    }
  }

  @Test func `places without a cut never end the plan`() {
    var generator = SeededGenerator(seed: 9)
    let whole = Self.carryOut(Self.plan(2000, reach: 1), workerCount: 3, &generator) { _ in nil }
    #expect(whole.map(\.timeRange) == [CMTimeRange(start: .zero, duration: .positiveInfinity)])
  }

  /// Each of them costs a look at the source, and no more than that: before, the last ones cost as much as all before them.
  @Test func `many places without a cut are as many steps`() throws {
    var plan = Self.plan(20 * 40_000, reach: 6)
    var looks = 0
    let time = ContinuousClock().measure {
      while case .findCut(let place, _)? = plan.next() {
        looks += 1
        plan.didFindCut(nil, of: place)
      }
    }
    #expect(looks == 39_999)
    #expect(time < .seconds(60), "\(time)")
  }

  @Test func `where no picture is, nothing is looked for`() {
    var plan = Self.plan(136 * 365 * 86_400)
    #expect(plan.next() == .findCut(place: 1, CMTimeRange(start: Self.seconds(20), duration: Self.seconds(20))))
    plan.didFindCut(nil, of: 1, following: Self.seconds(2000.5))
    // The picture is within the range of place 100.
    #expect(plan.next() == .findCut(place: 100, CMTimeRange(start: Self.seconds(2000), duration: Self.seconds(20))))
    plan.didFindCut(nil, of: 100, following: .positiveInfinity)
    let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(plan.next() == .encode(SegmentPlan.Segment(place: 0, timeRange: whole, isLast: true)))
  }

  @Test func `what is shorter than two steps, or of unknown length, is one segment`() {
    var generator = SeededGenerator(seed: 10)
    for duration in [0, 5, 39.9] {
      #expect(Self.carryOut(Self.plan(duration), workerCount: 2, &generator) { _ in .zero }.count == 1)
    }
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let unknown = SegmentPlan(of: endless, presented: endless, reach: 4)
    #expect(Self.carryOut(unknown, workerCount: 2, &generator) { _ in .zero }.count == 1)
  }

  @Test func `segments have whole intervals between key frames, where there are two of them`() {
    func step(_ wanted: Double, _ pictures: Int32, every duration: CMTime) -> CMTime {
      SegmentPlan.step(
        near: Self.seconds(wanted), keyFrameInterval: CMTimeMultiply(duration, multiplier: pictures))
    }
    let thirtieth = CMTime(value: 1001, timescale: 30000)
    #expect(step(20, 250, every: thirtieth) == CMTimeMultiply(thirtieth, multiplier: 500))
    #expect(step(20, 250, every: CMTime(value: 1, timescale: 60)) == CMTime(value: 1250, timescale: 60))
    #expect(step(20, 250, every: CMTime(value: 1, timescale: 24)) == CMTime(value: 500, timescale: 24))
    #expect(step(20, 250, every: CMTime(value: 1, timescale: 10)) == Self.seconds(20))
    #expect(SegmentPlan.step(near: Self.seconds(20), keyFrameInterval: nil) == Self.seconds(20))
  }

  @Test func `no more segments are begun than within reach of the one that is taken next`() {
    var plan = Self.plan(400, reach: 3)
    var begun: [SegmentPlan.Segment] = []
    while let work = plan.next() {
      switch work {
      case .findCut(let place, let range): plan.didFindCut(range.start, of: place)
      case .encode(let segment): begun.append(segment)
      }
    }
    #expect(begun.map(\.place) == [0, 1, 2])
    for segment in begun.reversed() { plan.didEncode(segment) }
    #expect(plan.take()?.place == 0)
    #expect(plan.next() == .findCut(place: 4, CMTimeRange(start: Self.seconds(80), duration: Self.seconds(20))))
  }
}
