import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// When what is missing of a track would be presented.
@Suite struct LossTimelineTests {
  private static func packet(_ pts: Int64, dts: Int64? = nil, duration: Int64 = 10, followsDamage: Bool = false)
    -> Packet
  {
    let nothing = PacketStorage(count: 0)
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(nothing.bytes), owner: nothing, pts: pts, dts: dts ?? pts, duration: duration,
      timeBase: TimeBase(ticksPerSecond: 1000))
    packet.followsDamage = followsDamage
    return packet
  }

  @Test func `what was read and is not lost leaves no loss, whatever holes there are`() {
    var sound = LossTimeline(lastsUntilNext: false)
    for time: Int64 in [0, 10, 50, 60] { sound.note(Self.packet(time)) }
    #expect(sound.losses(in: 0..<70).isEmpty)
  }

  @Test func `a hole behind something broken is a loss, and another is not`() {
    var sound = LossTimeline(lastsUntilNext: false)
    for time: Int64 in [0, 10, 50] { sound.note(Self.packet(time)) }
    sound.note(Self.packet(90, followsDamage: true))
    #expect(sound.losses(in: 0..<100) == [60..<90])
  }

  @Test func `lost packets that touch are one loss`() {
    var sound = LossTimeline(lastsUntilNext: false)
    for time: Int64 in [0, 10, 20, 30] { sound.note(Self.packet(time)) }
    sound.lose(at: 10)
    sound.lose(at: 20)
    sound.lose(34..<40)
    #expect(sound.losses(in: 0..<40) == [10..<30, 34..<40])
    #expect(sound.losses(in: 15..<25) == [15..<25])
  }

  @Test func `a picture is lost until the next is shown`() {
    var pictures = LossTimeline(lastsUntilNext: true)
    for time: Int64 in [0, 10, 50, 52] { pictures.note(Self.packet(time)) }
    pictures.lose(at: 10)
    pictures.lose(at: 50)
    pictures.lose(at: 52)
    #expect(pictures.losses(in: 0..<100) == [10..<62])
  }

  @Test func `reordered pictures that are missing lie where they would be shown`() {
    // Shown 0 10 20 30 40 50, decoded 0 30 10 20 50 40; 20 and 50 are missing.
    var pictures = LossTimeline(lastsUntilNext: true)
    pictures.note(Self.packet(0, dts: -10))
    pictures.note(Self.packet(30, dts: 0))
    pictures.note(Self.packet(10, dts: 10))
    pictures.note(Self.packet(40, dts: 40, followsDamage: true))
    #expect(pictures.losses(in: 0..<50) == [20..<30])
    pictures.endEarly()
    #expect(pictures.losses(in: 0..<60) == [20..<30, 50..<60])
  }

  @Test func `times that a container rounded are no holes`() {
    var pictures = LossTimeline(lastsUntilNext: true)
    for time: Int64 in [0, 42, 83] { pictures.note(Self.packet(time, duration: 41, followsDamage: true)) }
    #expect(pictures.losses(in: 0..<124).isEmpty)
  }

  @Test func `a wrong time leaves a hole where it belongs`() {
    var pictures = LossTimeline(lastsUntilNext: true)
    for time: Int64 in [0, 9000, 20, 30] { pictures.note(Self.packet(time)) }
    pictures.misplace(9000, between: 0..<11)
    #expect(pictures.losses(in: 0..<40) == [10..<20])
  }

  @Test func `absurd times are counted without a trap`() {
    var sound = LossTimeline(lastsUntilNext: false)
    for time in [Int64.min, -1, 0, .max - 1, .max] {
      sound.note(Self.packet(time, duration: .max, followsDamage: true))
      sound.lose(at: time)
    }
    sound.endEarly()
    #expect(sound.losses(in: 0..<10) == [0..<10])
  }
}
