import CoreMedia
import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// Pictures whose times are in ticks of 1/600 s.
@Suite struct KeyFrameScheduleTests {
  private static func schedule(
    interval: Double? = nil, segments: SegmentBoundaries? = nil, start: CMTime = .zero, ticksPerSecond: Int32 = 600
  ) -> KeyFrameSchedule {
    let clock = SessionClock(timeBase: TimeBase(ticksPerSecond: ticksPerSecond), start: start)
    return KeyFrameSchedule(interval: interval, segments: segments, clock: clock)
  }

  private static func every(_ value: Int64, _ timescale: Int32, from start: CMTime = .zero) -> SegmentBoundaries {
    SegmentBoundaries(start: start, interval: CMTime(value: value, timescale: timescale))
  }

  private static func packet(_ pts: Int64, isKeyFrame: Bool) -> Packet {
    let nothing = PacketStorage(count: 0)
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(nothing.bytes), owner: nothing, pts: pts, dts: pts, duration: 25,
      timeBase: TimeBase(ticksPerSecond: 600))
    packet.isKeyFrame = isKeyFrame
    return packet
  }

  private static func due(_ times: [Int64], in schedule: inout KeyFrameSchedule) -> [Int64] {
    times.filter { schedule.isDue(at: $0) }
  }

  @Test func `neither an interval nor segments force anything`() {
    var schedule = Self.schedule()
    let due = Self.due([0, 600, 6000, 1 << 40], in: &schedule)
    #expect(due.isEmpty)
  }

  @Test(
    arguments: [
      (1, [0, 250, 599, 600, 1300, 1800, 1899, 1900, 2500], [0, 600, 1300, 1900, 2500]),
      (0.5, [70, 300, 369, 370, 400, 671, 970, 971], [70, 370, 671, 971]),
      (2, [-600, 0, 599, 600, 60_000, 61_199, 61_200], [-600, 600, 60_000, 61_200]),
    ] as [(Double, [Int64], [Int64])])
  func `an interval passes from key frame to key frame, however long pictures last`(
    interval: Double, times: [Int64], expected: [Int64]
  ) {
    var schedule = Self.schedule(interval: interval)
    let due = Self.due(times, in: &schedule)
    #expect(due == expected)
  }

  @Test func `a key frame that the client wants is one, and begins the interval anew`() {
    var schedule = Self.schedule(interval: 1)
    let due = [0, 100, 600, 700, 1099, 1100].filter { schedule.isDue(at: $0, isWanted: $0 == 100) }
    #expect(due == [0, 100, 700])
    var withoutInterval = Self.schedule()
    let wanted = [0, 100, 200].filter { withoutInterval.isDue(at: $0, isWanted: $0 == 100) }
    #expect(wanted == [100])
  }

  @Test(
    arguments: [
      // Set by the encoder itself, which begins the interval anew.
      (400, true, [1000]),
      // No key frame.
      (400, false, [600, 1200]),
      // An older one, which the encoder gives out late.
      (-100, true, [600, 1200]),
    ] as [(Int64, Bool, [Int64])])
  func `the interval begins at the latest key frame`(pts: Int64, isKeyFrame: Bool, expected: [Int64]) {
    var schedule = Self.schedule(interval: 1)
    let first = Self.due([0, 100], in: &schedule)
    #expect(first == [0])
    schedule.didEmit(Self.packet(pts, isKeyFrame: isKeyFrame))
    let next = Self.due([600, 999, 1000, 1200, 1599], in: &schedule)
    #expect(next == expected)
  }

  @Test(
    arguments: [
      (every(2, 1), .zero, [0, 1000, 1199, 1210, 1300, 2399, 2400, 2410, 3601], [1210, 2400, 3601]),
      (every(2, 1, from: CMTime(value: 1, timescale: 1)), .zero, [0, 1200, 1799, 1800, 3000], [1800, 3000]),
      (
        every(2, 1, from: CMTime(value: 10, timescale: 1)), CMTime(value: 10, timescale: 1),
        [0, 1199, 1200, 2399, 2400], [1200, 2400]
      ),
      // 600.6, 1201.2 and 1801.8 ticks.
      (every(1001, 1000), .zero, [600, 601, 1201, 1202, 1801, 1802], [601, 1202, 1802]),
    ] as [(SegmentBoundaries, CMTime, [Int64], [Int64])])
  func `the first picture at or after each boundary is a key frame`(
    segments: SegmentBoundaries, start: CMTime, times: [Int64], expected: [Int64]
  ) {
    var schedule = Self.schedule(segments: segments, start: start)
    let due = Self.due(times, in: &schedule)
    #expect(due == expected)
  }

  @Test func `an interval begins anew with each segment`() {
    var schedule = Self.schedule(interval: 1, segments: Self.every(5, 2))
    let due = Self.due(Array(stride(from: 0, through: 3600, by: 300)), in: &schedule)
    #expect(due == [0, 600, 1200, 1500, 2100, 2700, 3000, 3600])
  }

  @Test func `of several segments that a gap passes one begins behind it`() {
    var schedule = Self.schedule(segments: Self.every(2, 1))
    let due = Self.due([0, 1300, 6100, 6200, 7199, 7200], in: &schedule)
    #expect(due == [1300, 6100, 7200])
  }

  @Test(.timeLimit(.minutes(1))) func `a gap over a billion segments is passed at once`() {
    var schedule = Self.schedule(segments: Self.every(2, 1000), ticksPerSecond: 1000)
    let behind: Int64 = 2_000_000_000
    let due = Self.due([0, behind, behind + 1, behind + 2, behind + 3, behind + 4], in: &schedule)
    #expect(due == [behind, behind + 2, behind + 4])
  }
}
