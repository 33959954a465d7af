import CoreMedia
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct SegmentPassesTests {
  /// A stream after the first pass: each segment has twenty seconds, and an encoder of its own.
  private static func measured(_ stream: inout SimulatedStream) -> [MeasuredSegment] {
    let first = stream.firstPass(at: 24)
    return first.enumerated().map { index, segment in
      let range = CMTimeRange(
        start: CMTime(value: CMTimeValue(20 * index), timescale: 1), duration: CMTime(value: 20, timescale: 1))
      return MeasuredSegment(
        // A place without a cut has no segment.
        segment: SegmentPlan.Segment(place: 2 * index, timeRange: range, isLast: index == first.count - 1),
        decodeTimes: segment.decodeTimes, start: range.start.seconds, end: range.end.seconds, trial: segment.trials[0])
    }
  }

  private static func bits(_ targets: Double) -> PassTargets {
    var wanted = PassTargets()
    wanted.bitRate = targets
    return wanted
  }

  /// The pictures of a segment, by their numbers in the stream.
  private static func pictures(_ index: Int, of segments: [MeasuredSegment]) -> Range<Int> {
    let start = segments[..<index].reduce(0) { $0 + $1.decodeTimes.count }
    return start..<start + segments[index].decodeTimes.count
  }

  /// Makes all passes.
  private static func run(
    _ passes: inout SegmentPasses, _ segments: [MeasuredSegment], _ stream: inout SimulatedStream
  ) -> [(pass: SegmentPasses.Pass, trials: [Int: PassSegment.Trial])] {
    var made: [(pass: SegmentPasses.Pass, trials: [Int: PassSegment.Trial])] = []
    while let pass = passes.next() {
      var trials: [Int: PassSegment.Trial] = [:]
      for (place, factor) in pass.rateFactors.sorted(by: { $0.key < $1.key }) {
        trials[place] = stream.trial(pictures(place / 2, of: segments), at: factor)
      }
      #expect(passes.pictureCount(in: pass) == trials.values.reduce(0) { $0 + $1.pictures.count })
      passes.take(trials)
      made.append((pass, trials))
    }
    return made
  }

  @Test(arguments: [0.4, 0.8, 1.3, 2.5])
  func `a size is reached and not exceeded, by the encodings that are kept`(share: Double) throws {
    for seed in 0..<20 as Range<UInt64> {
      var stream = SimulatedStream(seed: seed, segments: 12)
      let segments = Self.measured(&stream)
      let most = share * segments.reduce(0) { $0 + $1.trial.bits }
      var passes = SegmentPasses(PassTargets(), bits: most, segments)
      let made = Self.run(&passes, segments, &stream)
      let report = passes.report
      #expect(report.isMet && report.bits <= most && report.passCount == made.count + 1, "seed \(seed): \(report)")
      #expect(report.passCount <= 6, "seed \(seed): \(report.passCount) passes")
      let kept = zip(passes.segments, passes.keptPasses).reduce(0.0) { sum, kept in
        let (segment, pass) = kept
        let trial = pass == 1 ? segments[segment.place / 2].trial : made[pass - 2].trials[segment.place]
        return sum + (trial?.bits ?? .nan)
      }
      #expect(kept == report.bits)
    }
  }

  @Test func `an average bit rate counts over the time from the first picture to the end of the last`() {
    var stream = SimulatedStream(seed: 3, segments: 5)
    let segments = Self.measured(&stream)
    let rate = 0.7 * segments.reduce(0) { $0 + $1.trial.bits } / 100
    var passes = SegmentPasses(Self.bits(rate), bits: nil, segments)
    _ = Self.run(&passes, segments, &stream)
    #expect((0.98 * rate...rate).contains(passes.report.bits / 100))
  }

  @Test func `a similarity is reached`() {
    for seed in 0..<20 as Range<UInt64> {
      var stream = SimulatedStream(seed: seed, segments: 9)
      let segments = Self.measured(&stream)
      var targets = PassTargets()
      targets.targetSSIM = 0.97
      var passes = SegmentPasses(targets, bits: nil, segments)
      let made = Self.run(&passes, segments, &stream)
      #expect(passes.report.isMet && abs(passes.report.ssim - 0.97) <= PassTargets.ssimTolerance, "seed \(seed)")
      // The first pass was far from it: none of its segments stays beside others of another quality.
      let factors = zip(passes.segments, passes.keptPasses).map { segment, pass in
        pass == 1 ? 24 : made[pass - 2].pass.rateFactors[segment.place] ?? .nan
      }
      #expect((factors.max() ?? 0) - (factors.min() ?? 0) <= 8.5, "seed \(seed): \(factors)")
    }
  }

  @Test func `every machine finds the same passes by the outcomes of those before`() {
    var stream = SimulatedStream(seed: 11, segments: 30)
    let segments = Self.measured(&stream)
    let most = 0.6 * segments.reduce(0) { $0 + $1.trial.bits }
    var passes = SegmentPasses(PassTargets(), bits: most, segments)
    let made = Self.run(&passes, segments, &stream)
    var other = SegmentPasses(PassTargets(), bits: most, segments)
    for (pass, trials) in made {
      #expect(other.next() == pass)
      other.take(trials)
    }
    #expect(other.next() == nil && other.keptPasses == passes.keptPasses && made.count > 1)
  }

  @Test func `a plan of encoding some segments again gives those, as they were`() throws {
    var stream = SimulatedStream(seed: 5, segments: 8)
    let segments = Self.measured(&stream).map(\.segment)
    var plan = SegmentPlan(segments, again: [2, 6, 14])
    var encoded: [SegmentPlan.Segment] = []
    while let work = plan.next() {
      guard case .encode(let segment) = work else {
        Issue.record("a cut is sought: \(work)")
        return
      }
      encoded.append(segment)
      plan.didEncode(segment)
    }
    #expect(encoded == [segments[1], segments[3], segments[7]])
    var taken: [SegmentPlan.Segment] = []
    while let segment = plan.take() { taken.append(segment) }
    #expect(taken == segments && plan.isAtEnd)
  }
}
