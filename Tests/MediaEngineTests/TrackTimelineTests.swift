import CoreMedia
import MediaEngine
import MediaInterop
import MediaSupport
import MediaTime
import Testing

@Suite("Track timeline") struct TrackTimelineTests {
  private let timeBase = TimeBase(ticksPerSecond: 1000)

  private func packet(
    _ pts: Int64, dts: Int64? = nil, duration: Int64 = 10, trimStart: Int = 0, trimEnd: Int = 0, discarded: Bool = false
  ) -> Packet {
    let storage = PacketStorage(count: 1)
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: pts, dts: dts ?? pts, duration: duration,
      timeBase: timeBase)
    packet.trimStart = trimStart
    packet.trimEnd = trimEnd
    packet.isDiscarded = discarded
    return packet
  }

  private func timeline(_ packets: [Packet]) -> TrackTimeline {
    var timeline = TrackTimeline(timeBase: timeBase)
    for packet in packets { timeline.didWrite(packet) }
    return timeline
  }

  @Test func `AW-32: media from the session's start on is presented from zero`() {
    let timeline = timeline([packet(0), packet(10), packet(20)])
    #expect(timeline.presentationStart == 0)
    #expect(timeline.presentationEnd == 30)
    #expect(timeline.mediaStart == 0)
  }

  /// A client's trim may be any time, and nothing says that packets without a duration end it.
  @Test func `trims that are longer together than 64 bits do not stop the process`() {
    let packets = (Int64(0)..<8).map {
      packet($0, duration: 0, trimStart: 1 << 61, trimEnd: 1 << 61, discarded: true)
    }
    #expect(timeline(packets).trimmedAtStart == .max)
  }

  @Test func `AW-33: samples before the session's start are stored and not presented`() {
    let timeline = timeline([packet(-20), packet(-10), packet(0), packet(10)])
    #expect(timeline.presentationStart == 0)
    #expect(timeline.mediaStart == 20)
    #expect(timeline.presentationEnd == 20)
  }

  @Test func `AW-33, WI-66: a last sample without a duration that begins before the session's start lasts into it`() {
    let timeline = timeline([packet(-12, duration: 0), packet(-4, duration: 0)])
    #expect(timeline.presentationStart == 0)
    #expect(timeline.presentationEnd == 4)
  }

  @Test func `AW-34: a late first sample leaves a gap in front`() {
    let timeline = timeline([packet(70), packet(80)])
    #expect(timeline.presentationStart == 70)
    #expect(timeline.mediaStart == 0)
  }

  @Test func `AW-35: what lies after the session's end is not presented`() {
    var timeline = timeline([packet(0), packet(10), packet(20)])
    timeline.sessionEndTime = timeBase.time(15)
    #expect(timeline.presentationEnd == 15)
  }

  @Test func `AW-35: an end between two ticks is the nearest, and the next for sound`() {
    var timeline = timeline([packet(0), packet(10), packet(20)])
    timeline.sessionEndTime = CMTime(value: 154, timescale: 10_000)
    #expect(timeline.presentationEnd == 15)
    #expect(timeline.sessionEnd == 15 && timeline.sessionEndRoundedUp == 16)
    timeline.sessionEndTime = timeBase.time(15)
    #expect(timeline.sessionEndRoundedUp == 15)
  }

  @Test func `WI-69: a trim at the end may take the last packets whole`() {
    let cut = [packet(0), packet(10, trimEnd: 4), packet(20, trimEnd: 10)]
    #expect(timeline(cut).trimmedAtEnd == 14 && timeline(cut).presentationEnd == 16)
    #expect(timeline(cut + [packet(30)]).trimmedAtEnd == 0)
  }

  @Test func `WI-69: priming and remainder are trimmed to the sample`() {
    let timeline = timeline([
      packet(-12, trimStart: 10, discarded: true), packet(-2, trimStart: 2), packet(8), packet(18, trimEnd: 4),
    ])
    #expect(timeline.presentationStart == 0)
    #expect(timeline.mediaStart == 12)
    #expect(timeline.presentationEnd == 24)
    #expect(timeline.trimmedAtStart == 12)
    #expect(timeline.trimmedAtEnd == 4)
  }

  @Test func `reordered pictures: the first decode time is media time zero, the last picture's end is the end`() {
    let timeline = timeline([packet(0, dts: -20), packet(30, dts: -10), packet(10, dts: 0), packet(20, dts: 10)])
    #expect(timeline.mediaStart == 20)
    #expect(timeline.presentationEnd == 40)
  }

  /// The decode times are those of the pictures two places earlier: their last distance is the pause.
  @Test func `WI-66: a reordered picture without a duration lasts as long as the one that is shown before it`() {
    let times: [(pts: Int64, dts: Int64)] = [(0, -20), (20, -10), (10, 0), (300, 10), (280, 20), (290, 280)]
    let timeline = timeline(times.map { packet($0.pts, dts: $0.dts, duration: 0) })
    #expect(timeline.presentationEnd == 310)
    #expect(timeline.lastDuration == 10)
  }
}
