import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import Testing

@testable import MediaEngine

@Suite("The tail of a session") struct SessionTailTests {
  private static let timeBase = TimeBase(ticksPerSecond: 1000)

  private func packet(_ pts: Int64, dts: Int64? = nil, duration: Int64 = 40, size: Int = 0) -> Packet {
    let storage = PacketStorage(count: size)
    return Packet(
      bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<size]), owner: storage, pts: pts, dts: dts ?? pts,
      duration: duration, timeBase: Self.timeBase)
  }

  private func end(at time: Int64) -> SessionEnd? {
    var timeline = TrackTimeline(timeBase: Self.timeBase)
    timeline.sessionEndTime = Self.timeBase.time(time)
    return SessionEnd(timeline, nil)
  }

  @Test func `AW-35: packets behind the end are left out, and the last one ends with the session`() {
    var tail = SessionTail(isStream: false)
    for time in stride(from: Int64(0), to: 200, by: 40) { tail.add(.packet(packet(time)), track: 0) }
    let waiting = tail.next() != nil
    #expect(!waiting)
    var ends = [end(at: 90)]
    let left = tail.finish(at: &ends).compactMap { $0.sample.packet }
    #expect(left.map(\.pts) == [0, 40, 80])
    #expect(left.map(\.duration) == [40, 40, 10])
    #expect(ends[0]?.leftOut == 80)
  }

  @Test func `AW-35: a picture behind the end stays where others before the end need it`() {
    var tail = SessionTail(isStream: false)
    for (pts, dts) in [(0, -40), (120, 0), (40, 40), (160, 80)] as [(Int64, Int64)] {
      tail.add(.packet(packet(pts, dts: dts)), track: 0)
    }
    var ends = [end(at: 80)]
    let left = tail.finish(at: &ends)
    #expect(left.map { $0.sample.packet?.pts } == [0, 120, 40])
  }

  @Test func `without an end everything is written`() {
    var tail = SessionTail(isStream: false)
    tail.add(.packet(packet(0)), track: 0)
    tail.add(.tag([1]), track: 0)
    var ends: [SessionEnd?] = [nil]
    let left = tail.finish(at: &ends)
    #expect(left.count == 2)
  }

  @Test func `packets of a stream wait as long as a track may be ahead of the others`() {
    var tail = SessionTail(isStream: true)
    tail.add(.packet(packet(0)), track: 0)
    tail.add(.packet(packet(500)), track: 0)
    let early = tail.next() != nil
    #expect(!early)
    tail.add(.packet(packet(540)), track: 0)
    let first = tail.next()
    let second = tail.next() != nil
    #expect(first?.sample.packet?.pts == 0)
    #expect(!second)
  }

  @Test func `few bytes wait, and a format that nothing is before waits for nothing`() {
    var tail = SessionTail(isStream: false)
    tail.add(.tag([1]), track: 0)
    let isFirstDue = tail.next() != nil
    #expect(isFirstDue)
    for time in Int64(0)..<3 { tail.add(.packet(packet(time, size: 2 << 20)), track: 0) }
    let second = tail.next()
    #expect(second?.sample.packet?.pts == 0)
  }
}
