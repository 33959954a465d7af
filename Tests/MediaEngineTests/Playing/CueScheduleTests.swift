import CoreMedia
import MediaEngine
import TestSupport
import Testing

/// The cues of a timed track, and when each is told.
@Suite struct CueScheduleTests {
  private typealias Stretch = CueSchedule.Stretch

  /// A time in tenths of a second.
  private static func time(_ value: Int) -> CMTime { CMTime(value: CMTimeValue(value), timescale: 10) }

  /// A track of cues, in tenths of a second, and what it says.
  private struct Track {
    let cues: [Range<Int>]

    func read(_ stretch: Stretch) throws -> [Cue] {
      try cues.filter {
        CueScheduleTests.time($0.lowerBound) < stretch.end && CueScheduleTests.time($0.upperBound) > stretch.start
      }
      .map { range in
        let timing = CMSampleTimingInfo(
          duration: CueScheduleTests.time(range.count), presentationTimeStamp: CueScheduleTests.time(range.lowerBound),
          decodeTimeStamp: .invalid)
        let format = try CMFormatDescription(mediaType: .subtitle, mediaSubType: .init(rawValue: 0x7372_7420))
        let sample = CMSampleBuffer(dataBuffer: try CMBlockBuffer(copying: [0]), format: format, timing: timing)
        return Cue(
          sample, from: CueScheduleTests.time(range.lowerBound), to: CueScheduleTests.time(range.upperBound))
      }
    }

    func shown(at value: Int) -> [Range<Int>] { cues.filter { $0.contains(value) } }

    var length: Int { cues.map(\.upperBound).max() ?? 0 }
  }

  private static func ranges(_ cues: [Cue]) -> [Range<Int>] {
    cues.map { Int(($0.start.seconds * 10).rounded())..<Int(($0.end.seconds * 10).rounded()) }
  }

  /// A schedule that is read as far as it wants at each time.
  private struct Read {
    var schedule = CueSchedule()
    let track: Track
    var readCount = 0

    init(_ track: Track) { self.track = track }

    mutating func moments(at value: Int, ahead: Int = 0, isReversed: Bool = false) throws -> [CueSchedule.Moment] {
      let (time, ahead) = (CueScheduleTests.time(value), CueScheduleTests.time(ahead))
      while let missing = schedule.missing(at: time, ahead: ahead, isReversed: isReversed) {
        readCount += 1
        try #require(readCount < 1000, "it reads without an end")
        schedule.add(try track.read(missing), of: missing, isLast: missing.end >= CueScheduleTests.time(track.length))
      }
      return schedule.moments(at: time, ahead: ahead, isReversed: isReversed)
    }
  }

  @Test(arguments: [0, 3, 45])
  func `PI-92: each change is told once, in order, and no earlier than it is to be`(ahead: Int) throws {
    for seed in 0..<60 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var cues: [Range<Int>] = []
      var start = 0
      for _ in 0..<40 {
        start += Int.random(in: 0...30, using: &numbers)
        cues.append(start..<(start + Int.random(in: 1...40, using: &numbers)))
      }
      var read = Read(Track(cues: cues))
      var told: [CMTime] = []
      var place = 0
      var shown: [Range<Int>] = []
      while place <= read.track.length + 20 {
        for moment in try read.moments(at: place, ahead: ahead) {
          let value = Int((moment.time.seconds * 10).rounded())
          shown = Self.ranges(moment.shown)
          if shown != read.track.shown(at: value) || value > place + ahead {
            Issue.record("seed \(seed), \(place): at \(value) \(shown)")
            return
          }
          told.append(moment.time)
        }
        // What is told to be shown is, once its time is there.
        if ahead == 0, shown != read.track.shown(at: place) {
          Issue.record("seed \(seed), \(place): \(shown)")
          return
        }
        place += Int.random(in: 1...9, using: &numbers)
      }
      let changes = Set(cues.flatMap { [$0.lowerBound, $0.upperBound] }).subtracting([0]).map { Self.time($0) }.sorted()
      let isWhole = told.filter { $0 > .zero } == changes
      #expect(isWhole, "seed \(seed)")
    }
  }

  @Test func `PI-90: each cue is new once, forward and back`() throws {
    let cues = [0..<10, 10..<12, 20..<25, 130..<150, 151..<160, 300..<310]
    var read = Read(Track(cues: cues))
    var new: [Range<Int>] = []
    for place in 0...320 { new += Self.ranges(try read.moments(at: place).flatMap(\.new)) }
    #expect(new == cues)
    new = []
    read.schedule.flush()
    for place in (0...320).reversed() {
      new += Self.ranges(try read.moments(at: place, isReversed: true).flatMap(\.new))
    }
    #expect(new == cues.reversed())
  }

  @Test func `PI-87: behind a flush what holds there is told, whatever was told before`() throws {
    var read = Read(Track(cues: [0..<10, 20..<400, 500..<510]))
    #expect(Self.ranges(try read.moments(at: 25).flatMap(\.shown)) == [20..<400])
    #expect(try read.moments(at: 26).isEmpty)
    read.schedule.flush()
    #expect(Self.ranges(try read.moments(at: 30).flatMap(\.shown)) == [20..<400])
    read.schedule.flush()
    // Nothing was shown behind the flush: there is nothing to take away.
    #expect(try read.moments(at: 450).isEmpty)
    #expect(Self.ranges(try read.moments(at: 505).flatMap(\.shown)) == [500..<510])
    // What is shown when time turns round is taken away where nothing is.
    let moments = try read.moments(at: 511, isReversed: true)
    #expect(moments.count == 1 && moments[0].shown.isEmpty)
    read.schedule.flush()
    #expect(Self.ranges(try read.moments(at: 500, isReversed: true).flatMap(\.shown)) == [500..<510])
  }

  @Test(arguments: [false, true])
  func `PI-90: what is read late is told late, and nothing is left out`(isReversed: Bool) throws {
    let cues = stride(from: 0, to: 400, by: 7).map { $0..<($0 + 5) }
    let track = Track(cues: cues)
    var schedule = CueSchedule()
    var new: [Range<Int>] = []
    // Time goes on faster than a stretch is read at each look.
    for step in stride(from: 0, through: 1200, by: 40) {
      let time = Self.time(isReversed ? max(0, 400 - step) : min(400, step))
      schedule.begin(at: time)
      let missing = schedule.missing(at: time, ahead: .zero, isReversed: isReversed)
      new += Self.ranges(schedule.moments(at: time, ahead: .zero, isReversed: isReversed).flatMap(\.new))
      if let missing, step % 120 == 0 {
        schedule.add(try track.read(missing), of: missing, isLast: missing.end >= Self.time(400))
      }
    }
    #expect(new == (isReversed ? cues.reversed() : cues))
  }

  @Test func `PI-92: it is looked at again when something is due, and no more than that`() throws {
    var read = Read(Track(cues: [20..<30, 35..<36]))
    _ = try read.moments(at: 0)
    let ahead = Self.time(5)
    #expect(read.schedule.nextLook(ahead: .zero) == Self.time(20))
    #expect(read.schedule.nextLook(ahead: ahead) == Self.time(15))
    _ = try read.moments(at: 36)
    #expect(read.schedule.nextLook(ahead: .zero) == nil, "nothing follows")
    read.schedule.flush()
    _ = try read.moments(at: 33, isReversed: true)
    #expect(read.schedule.nextLook(ahead: .zero) == Self.time(30))
  }

  @Test func `PI-90: going back it tells what going forward does, at the same changes`() throws {
    for seed in 0..<60 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      var cues: [Range<Int>] = []
      var start = 0
      for _ in 0..<30 {
        start += Int.random(in: 0...60, using: &numbers)
        cues.append(start..<(start + Int.random(in: 1...40, using: &numbers)))
      }
      var read = Read(Track(cues: cues))
      var place = read.track.length + 10
      var shown: [Range<Int>] = []
      while place > 0 {
        for moment in try read.moments(at: place, isReversed: true) { shown = Self.ranges(moment.shown) }
        // Just before a change that is told when it is reached.
        if shown != read.track.shown(at: place - 1) {
          Issue.record("seed \(seed), \(place): \(shown)")
          return
        }
        place -= Int.random(in: 1...9, using: &numbers)
      }
    }
  }
}
