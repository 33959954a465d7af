import CoreMedia
import MediaSupport
import Testing

@testable import MediaEngine

/// Where fragments and segments end.
@Suite struct FragmentScheduleTests {
  private static let second: Int64 = 1_000_000_000

  private func packet(_ track: Int, _ seconds: Double, shown: Double? = nil, isSync: Bool = true)
    -> FragmentSchedule.Packet
  {
    .init(
      track: track, decodeTime: Int64(seconds * Double(Self.second)),
      presentationTime: Int64((shown ?? seconds) * Double(Self.second)), isSync: isSync)
  }

  /// The packets before which a fragment ends.
  private func ends(_ schedule: inout FragmentSchedule, _ packets: [FragmentSchedule.Packet]) throws -> [Int] {
    try packets.indices.filter { try schedule.endsFragment(before: packets[$0]) }
  }

  @Test func `AW-60 AW-61 fragments end at multiples of the interval behind the initial one`() throws {
    var configuration = FragmentConfiguration(interval: CMTime(value: 5, timescale: 1))
    configuration.initialInterval = CMTime(value: 1, timescale: 1)
    var schedule = FragmentSchedule(try #require(.init(configuration)))
    // A sound packet every 0.4 s: the first at or after 1, 6, 11, … seconds starts a fragment.
    let packets = (0..<40).map { packet(0, Double($0) * 0.4, isSync: $0 == 0) }
    #expect(try ends(&schedule, packets) == [3, 15, 28])
  }

  @Test func `AW-61 without an initial interval all are alike`() throws {
    let rule = try #require(
      FragmentSchedule.Rule(FragmentConfiguration(interval: CMTime(value: 1, timescale: 1))))
    #expect(rule == .every(Self.second, initial: Self.second))
    var schedule = FragmentSchedule(rule)
    #expect(try ends(&schedule, (0..<30).map { packet(0, Double($0) / 10) }) == [10, 20])
  }

  @Test func `AW-60 a gap longer than intervals ends one fragment`() throws {
    var schedule = FragmentSchedule(.every(Self.second, initial: Self.second))
    #expect(try ends(&schedule, [packet(0, 0), packet(0, 7.5), packet(0, 7.9), packet(0, 8)]) == [1, 3])
  }

  @Test func `AW-60 a track that is written behind the others has fragments too`() throws {
    var schedule = FragmentSchedule(.every(Self.second, initial: Self.second))
    let ahead = (0..<5).map { packet(0, Double($0)) }
    let behind = (0..<30).map { packet(1, Double($0) / 10) }
    #expect(try ends(&schedule, ahead) == [1, 2, 3, 4])
    #expect(try ends(&schedule, behind) == [10, 20])
  }

  @Test func `times at the ends of 64 bits end no process`() throws {
    var schedule = FragmentSchedule(.every(Self.second, initial: Self.second))
    let times: [Int64] = [.min, -1, .max - 1, .max]
    let packets = times.map {
      FragmentSchedule.Packet(track: 0, decodeTime: $0, presentationTime: $0, isSync: true)
    }
    #expect(try ends(&schedule, packets) == [1, 2, 3])
  }

  @Test func `an interval that is no positive time is none`() {
    for time in [CMTime.invalid, .indefinite, .zero, .negativeInfinity, CMTime(value: -1, timescale: 1)] {
      #expect(FragmentSchedule.Rule(FragmentConfiguration(interval: time)) == nil)
    }
  }

  @Test func `an interval below a nanosecond is one`() {
    let shortest = CMTime(value: 1, timescale: .max)
    #expect(FragmentSchedule.Rule(FragmentConfiguration(interval: shortest)) == .every(1, initial: 1))
  }

  @Test func `AW-74 segments end before the next sync sample of the video at or after each multiple`() throws {
    var schedule = FragmentSchedule(.atSyncSamples(start: 10 * Self.second, interval: 2 * Self.second))
    schedule.addTrack(0, isVideo: false, paces: true)
    schedule.addTrack(1, isVideo: true, paces: true)
    let packets = [
      packet(0, 10), packet(1, 9.9, shown: 10), packet(0, 11),
      // Past the boundary, but no sync sample; sound never ends a segment where there is video.
      packet(1, 11.9, shown: 12, isSync: false), packet(0, 12.5),
      packet(1, 12.9, shown: 13), packet(0, 13.1),
      // A sync sample before the next boundary ends nothing, and one that is presented at it does.
      packet(1, 13.8, shown: 13.9), packet(1, 13.9, shown: 14),
    ]
    #expect(try ends(&schedule, packets) == [5, 8])
  }

  @Test func `AW-74 sound alone ends segments itself`() throws {
    var schedule = FragmentSchedule(.atSyncSamples(start: 0, interval: Self.second))
    schedule.addTrack(0, isVideo: false, paces: true)
    #expect(try ends(&schedule, (0..<30).map { packet(0, Double($0) / 10) }) == [10, 20])
  }

  @Test func `AW-75 ER-05 a segment that would start without a sync sample is refused`() throws {
    var schedule = FragmentSchedule(.onDemand)
    schedule.addTrack(0, isVideo: true, paces: true)
    schedule.addTrack(1, isVideo: false, paces: true)
    #expect(try ends(&schedule, [packet(0, 0), packet(1, 0), packet(0, 1, isSync: false), packet(0, 2)]) == [])
    schedule.didEnd()
    #expect(try !schedule.endsFragment(before: packet(1, 3)))
    let error = #expect(throws: MediaError.self) {
      _ = try schedule.endsFragment(before: packet(0, 3, isSync: false))
    }
    #expect(error?.kind == .segmentWithoutSyncSample)
  }
}
