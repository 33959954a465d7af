import CoreMedia
import TestSupport
import Testing

@testable import MediaEngine

@Suite("Composition map")
struct CompositionMapTests {
  private typealias Map = CompositionMap<Int>
  private typealias Fraction = EditHistory.Fraction

  private static func time(_ value: Int64, _ scale: Int32 = 600) -> CMTime { CMTime(value: value, timescale: scale) }
  private static func range(_ start: Int64, _ duration: Int64) -> CMTimeRange {
    CMTimeRange(start: time(start), duration: time(duration))
  }
  private static func part(_ media: Int, _ start: Int64, _ duration: Int64) -> Map.Segment {
    Map.Segment(media: media, source: range(start, duration), target: range(0, duration))
  }

  /// The segments as text: the media and the start of its part, and the target's start and duration.
  private static func text(_ map: Map) -> [String] {
    map.segments.map { segment in
      func ticks(_ time: CMTime) -> Int64 { CMTimeConvertScale(time, timescale: 600, method: .default).value }
      let source = segment.media.map { "\($0)@\(ticks(segment.source.start))+\(ticks(segment.source.duration))" }
      return "\(source ?? "empty") \(ticks(segment.target.start))+\(ticks(segment.target.duration))"
    }
  }

  @Test func `CO-10: an insertion splits the segment that it falls into`() {
    var map = Map()
    map.insert([Self.part(1, 0, 100)], at: .zero)
    map.insert([Self.part(2, 50, 30)], at: Self.time(40))
    #expect(Self.text(map) == ["1@0+40 0+40", "2@50+30 40+30", "1@40+60 70+60"])
    map.insert([Self.part(3, 0, 5)], at: Self.time(70))
    #expect(Self.text(map) == ["1@0+40 0+40", "2@50+30 40+30", "3@0+5 70+5", "1@40+60 75+60"])
  }

  @Test func `CO-11: an insertion behind the end shows nothing up to there`() {
    var map = Map()
    map.insert([Self.part(1, 0, 10)], at: Self.time(20))
    map.insert([Self.part(2, 0, 10)], at: Self.time(60))
    #expect(Self.text(map) == ["empty 0+20", "1@0+10 20+10", "empty 30+30", "2@0+10 60+10"])
  }

  @Test func `CO-12: an empty range moves what follows, joins its neighbours, and is not added at the end`() {
    var map = Map()
    map.insert([Self.part(1, 0, 100)], at: .zero)
    map.insertEmpty(Self.range(40, 20))
    map.insertEmpty(Self.range(50, 5))
    map.insertEmpty(Self.range(65, 5))
    map.insertEmpty(Self.range(130, 10))
    map.insertEmpty(CMTimeRange(start: .invalid, duration: Self.time(10)))
    map.insertEmpty(CMTimeRange(start: Self.time(-10), duration: Self.time(10)))
    #expect(Self.text(map) == ["1@0+40 0+40", "empty 40+30", "1@40+60 70+60"])
  }

  @Test func `CO-13: a removal cuts segments and moves what follows`() {
    var map = Map()
    map.insert([Self.part(1, 0, 100)], at: .zero)
    map.insert([Self.part(2, 0, 100)], at: Self.time(100))
    map.remove(Self.range(90, 30))
    #expect(Self.text(map) == ["1@0+90 0+90", "2@20+80 90+80"])
    map.remove(Self.range(10, 10))
    #expect(Self.text(map) == ["1@0+10 0+10", "1@20+70 10+70", "2@20+80 80+80"])
    map.remove(Self.range(150, 1000))
    map.remove(Self.range(500, 10))
    #expect(map.end == Self.time(150))
    // A range may reach beyond the track at both ends.
    map.remove(Self.range(-20, 25))
    #expect(Self.text(map) == ["1@5+5 0+5", "1@20+70 5+70", "2@20+70 75+70"])
    map.remove(CMTimeRange(start: Self.time(65), duration: .positiveInfinity))
    #expect(Self.text(map) == ["1@5+5 0+5", "1@20+60 5+60"])
    map.remove(Self.range(-20, 20))
    map.remove(CMTimeRange(start: Self.time(65), duration: .positiveInfinity))
    map.remove(CMTimeRange(start: .invalid, duration: .positiveInfinity))
    map.remove(CMTimeRange(start: .zero, duration: .indefinite))
    #expect(map.end == Self.time(65))
    map.remove(CMTimeRange(start: Self.time(-1), end: .positiveInfinity))
    #expect(map.segments.isEmpty)
    map.remove(Self.range(0, 10))
    #expect(map.end == .zero)
  }

  @Test func `CO-14: a range is scaled by one ratio, and what the track has of it`() {
    var map = Map()
    map.insert([Self.part(1, 0, 100)], at: .zero)
    map.scale(Self.range(50, 20), to: Self.time(40))
    #expect(Self.text(map) == ["1@0+50 0+50", "1@50+20 50+40", "1@70+30 90+30"])
    map.scale(Self.range(100, 40), to: Self.time(20))
    #expect(Self.text(map).suffix(2) == ["1@70+10 90+10", "1@80+20 100+10"])
    let before = map
    map.scale(Self.range(0, 10), to: .zero)
    map.scale(Self.range(0, 10), to: .positiveInfinity)
    map.scale(Self.range(-10, 20), to: Self.time(40))
    map.scale(CMTimeRange(start: .zero, duration: .positiveInfinity), to: Self.time(40))
    #expect(map == before)
    // A third of a tick is kept exactly.
    map.scale(Self.range(0, 3), to: Self.time(1))
    let third = CMTime(value: 1, timescale: 1800)
    #expect(map.segment(at: third)?.sourceTime(at: third) == Self.time(1))
  }

  @Test func `CO-13, CO-14: times at the limits of 64 bits are rounded, and stop nothing`() {
    // A thousandth of a second behind the last time in fifths is rounded to the third of a second before it.
    let last = CMTime(value: .max, timescale: 5)
    let third = CMTime(value: (Int64.max - 2) / 5 * 3 + 1, timescale: 3)
    let reversed = CMTimeRange(start: last, duration: Self.time(1, 1000))
    #expect(reversed.end == third && third < last)
    var map = Map()
    map.insert([Self.part(1, 0, 1800)], at: third)
    let before = map
    map.remove(reversed)
    map.scale(reversed, to: Self.time(600))
    map.insertEmpty(reversed)
    #expect(map == before)
    map.remove(CMTimeRange(start: last, duration: Self.time(600)))
    #expect(map.segments.count == 2 && map.end < before.end)
  }

  @Test func `CO-14: a duration that moves the end beyond all times changes nothing`() {
    var map = Map()
    map.insert([Self.part(1, 0, 1200)], at: .zero)
    let before = map
    map.scale(Self.range(300, 600), to: CMTime(value: .max, timescale: 1))
    #expect(map == before)
  }

  @Test func `CO-02 to CO-05: the first rule that the first wrong segment breaks is told`() throws {
    let good = Self.part(1, 0, 10)
    var next = Self.part(2, 0, 10)
    next.target.start = Self.time(10)
    _ = try Map(validating: [good, next, Map.Segment(emptyIn: Self.range(20, 5))])
    func fault(_ change: (inout Map.Segment) -> Void) -> CompositionFault? {
      var changed = next
      change(&changed)
      return Map.fault(in: [good, changed])
    }
    #expect(fault { $0.target.start = Self.time(11) } == .notContiguous(1))
    #expect(fault { $0.target.start = .invalid } == .notContiguous(1))
    #expect(Map.fault(in: [next]) == .notContiguous(0))
    #expect(fault { $0.target.duration = .zero } == .targetDuration(1))
    #expect(fault { $0.target.duration = .indefinite } == .targetDuration(1))
    #expect(fault { $0.source.start = .indefinite } == .sourceStart(1))
    #expect(fault { $0.source.start = Self.time(-1) } == .sourceStart(1))
    #expect(fault { $0.source.duration = .zero } == .sourceDuration(1))
    #expect(fault { $0.source.duration = .positiveInfinity } == .sourceDuration(1))
    #expect(throws: CompositionFault.targetDuration(0)) {
      try Map(validating: [Map.Segment(emptyIn: CMTimeRange(start: .zero, duration: Self.time(-5)))])
    }
  }

  @Test(arguments: 0..<50)
  func `random edits show at each time what the history of the edits says`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (map, history) = (Map(), EditHistory())
    for _ in 0..<12 {
      let edit = EditHistory.randomEdit(of: history.end, lengths: [80, 120, 50], scales: true, &generator)
      history.append(edit)
      map.apply(edit)
      try #require(map.end.fraction == history.end)
      #expect(Map.fault(in: map.segments) == nil)
    }
    // A grid that hits the borders, and the middle of each stretch.
    let middles = history.stretches.map { ($0.start + $0.end) / Fraction(2) }
    let grid = (0...(history.end * Fraction(50)).floor + 2).map { Fraction($0, 50) }
    for time in grid + middles + history.stretches.map(\.start) {
      let (found, expected) = (map.segment(at: time.time), history.shown(at: time))
      try #require(found?.media == expected?.media, "\(time), seed \(seed)")
      guard let found, let expected else { continue }
      try #require(found.sourceTime(at: time.time).fraction == expected.time, "\(time), seed \(seed)")
      #expect(found.targetTime(of: expected.time.time) == time.time)
    }
  }
}

extension CMTime {
  fileprivate var fraction: EditHistory.Fraction { EditHistory.Fraction(Int(value), Int(timescale)) }
}

extension EditHistory.Fraction {
  fileprivate var time: CMTime { CMTime(value: Int64(numerator), timescale: Int32(denominator)) }
}

extension CompositionMap where Media == Int {
  /// Returns the segment that is shown at a time; `nil` if there is none.
  fileprivate func segment(at time: CMTime) -> Segment? {
    let rest = segments(in: CMTimeRange(start: time, duration: .positiveInfinity))
    guard let segment = rest.first, segment.target.containsTime(time) else { return nil }
    return segment
  }

  /// Does what a history's edit says.
  fileprivate mutating func apply(_ edit: EditHistory.Edit) {
    switch edit {
    case .insert(let media, let source, let start, let duration):
      let range = CMTimeRange(start: source.time, duration: duration.time)
      insert(
        [Segment(media: media, source: range, target: CMTimeRange(start: .zero, duration: duration.time))],
        at: start.time)
    case .insertEmpty(let start, let duration):
      insertEmpty(CMTimeRange(start: start.time, duration: duration.time))
    case .remove(let start, let end): remove(CMTimeRange(start: start.time, end: end.time))
    case .scale(let start, let end, let duration):
      scale(CMTimeRange(start: start.time, end: end.time), to: duration.time)
    }
  }
}
