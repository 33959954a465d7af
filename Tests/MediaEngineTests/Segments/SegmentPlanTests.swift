import CoreMedia
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct SegmentPlanTests {
  private static func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

  /// A cut is sought from eight seconds before its place on.
  private static let pace = SegmentPlan.Pace(step: seconds(20), reach: seconds(8))

  private static func search(_ place: Int) -> SegmentPlan.Search {
    let range = CMTimeRange(start: seconds(20 * Double(place) - 8), duration: seconds(20))
    return SegmentPlan.Search(place: place, wanted: seconds(20 * Double(place)), range: range)
  }

  private static func plan(_ duration: Double, reach: Int = 4, share: SegmentShare? = nil) -> SegmentPlan {
    let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let presented = CMTimeRange(start: .zero, duration: seconds(duration))
    return SegmentPlan(of: range, presented: presented, pace, reach: reach, share: share)
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
      case .findCut(let search):
        #expect(search.wanted == Self.seconds(20 * Double(search.place)))
        #expect(search.range.start == search.wanted - Self.seconds(8))
        plan.didFindCut(cut(search.place), of: search.place)
      case .encode(let segment):
        #expect(segment.place < (taken.last?.place ?? 0) + 50)
        plan.didEncode(segment)
      }
    }
    #expect(plan.isAtEnd)
    return taken
  }

  @Test func `the shares of several machines are together the segments of one, whatever places have no cut`() {
    var generator = SeededGenerator(seed: 25)
    for _ in 0..<60 {
      let duration = Double.random(in: 1...400, using: &generator)
      let cuts = Set((1..<40).filter { _ in Int.random(in: 0..<3, using: &generator) > 0 })
      func cut(_ place: Int) -> CMTime? { cuts.contains(place) ? Self.seconds(20 * Double(place) - 3) : nil }
      let whole = Self.carryOut(Self.plan(duration), workerCount: 2, &generator, cut: cut)
      let count = Int.random(in: 1...30, using: &generator)
      let shares = (0..<count).flatMap { index in
        let reach = Int.random(in: 1...6, using: &generator)
        let plan = Self.plan(duration, reach: reach, share: SegmentShare(index: index, count: count))
        return Self.carryOut(plan, workerCount: Int.random(in: 1...4, using: &generator), &generator, cut: cut)
      }
      #expect(shares == whole)
    }
  }

  @Test func `however many work, in whatever order, the segments are the same, in order and without gaps`() {
    let cuts: [Int: CMTime] = [1: Self.seconds(13), 2: Self.seconds(41), 5: Self.seconds(111), 6: Self.seconds(112)]
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
      while case .findCut(let search)? = plan.next() {
        looks += 1
        plan.didFindCut(nil, of: search.place)
      }
    }
    #expect(looks == 39_999)
    #expect(time < .seconds(60), "\(time)")
  }

  @Test func `where no picture is, nothing is looked for`() {
    var plan = Self.plan(136 * 365 * 86_400)
    #expect(plan.next() == .findCut(Self.search(1)))
    plan.didFindCut(nil, of: 1, following: Self.seconds(2000.5))
    // The picture is within the range of place 100.
    #expect(plan.next() == .findCut(Self.search(100)))
    plan.didFindCut(nil, of: 100, following: .positiveInfinity)
    let whole = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(plan.next() == .encode(SegmentPlan.Segment(place: 0, timeRange: whole, isLast: true)))
  }

  @Test func `what is shorter than a step and a half, or of unknown length, is one segment`() {
    var generator = SeededGenerator(seed: 10)
    for duration in [0, 5, 29.9] {
      #expect(Self.carryOut(Self.plan(duration), workerCount: 2, &generator) { _ in .zero }.count == 1)
    }
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let unknown = SegmentPlan(of: endless, presented: endless, Self.pace, reach: 4)
    #expect(Self.carryOut(unknown, workerCount: 2, &generator) { _ in .zero }.count == 1)
    let long = Self.carryOut(Self.plan(49), workerCount: 2, &generator) { Self.seconds(20 * Double($0)) }
    #expect(long.map(\.timeRange.start) == [.zero, Self.seconds(20)])
  }

  @Test func `segments have whole intervals between key frames, where there are two of them`() {
    func pace(every duration: CMTime) -> SegmentPlan.Pace {
      SegmentPlan.pace(near: Self.seconds(20), keyFrameInterval: CMTimeMultiply(duration, multiplier: 250))
    }
    func intervals(_ count: Int32, of pictures: CMTime) -> SegmentPlan.Pace {
      let interval = CMTimeMultiply(pictures, multiplier: 250)
      return SegmentPlan.Pace(step: CMTimeMultiply(interval, multiplier: count), reach: interval)
    }
    let counts: [(CMTime, Int32)] = [
      (CMTime(value: 1001, timescale: 30000), 2), (CMTime(value: 1, timescale: 24), 2),
      (CMTime(value: 1, timescale: 60), 5),
    ]
    for (duration, count) in counts { #expect(pace(every: duration) == intervals(count, of: duration)) }
    let unguided = SegmentPlan.Pace(step: Self.seconds(20), reach: Self.seconds(10))
    #expect(pace(every: CMTime(value: 1, timescale: 10)) == unguided)
    #expect(SegmentPlan.pace(near: Self.seconds(20), keyFrameInterval: nil) == unguided)
  }

  @Test func `no more segments are begun than within reach of the one that is taken next`() {
    var plan = Self.plan(400, reach: 3)
    var begun: [SegmentPlan.Segment] = []
    while let work = plan.next() {
      switch work {
      case .findCut(let search): plan.didFindCut(search.wanted, of: search.place)
      case .encode(let segment): begun.append(segment)
      }
    }
    #expect(begun.map(\.place) == [0, 1, 2])
    for segment in begun.reversed() { plan.didEncode(segment) }
    #expect(plan.take()?.place == 0)
    #expect(plan.next() == .findCut(Self.search(4)))
  }
}
