import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

@Suite("Held packets") struct HeldPacketsTests {
  private func sample(_ time: Int64) -> HeldPackets.Sample {
    let nothing = PacketStorage(count: 0)
    let packet = Packet(
      bytes: UnsafeRawBufferPointer(nothing.bytes), owner: nothing, pts: time, dts: time, duration: 0,
      timeBase: TimeBase(ticksPerSecond: 1000))
    return HeldPackets.Sample(packet: packet, decodeTime: time, entry: 0)
  }

  @Test func `a packet waits for the next one of its track`() {
    var held = HeldPackets()
    held.hold(sample(40), of: 2)
    held.hold(sample(50), of: 0)
    #expect(held.tracks == [0, 2])
    let (taken, again) = (held.take(of: 2), held.take(of: 2))
    #expect(taken?.decodeTime == 40 && again == nil)
    #expect(held.tracks == [0])
  }

  @Test func `a packet waits for one fragment at most, and for none where its track would have nothing in it`() {
    var held = HeldPackets()
    held.hold(sample(0), of: 0)
    held.didWrite(1)
    held.hold(sample(40), of: 1)
    #expect(held.tracksWithoutOthers == [0])
    let alone = held.take(of: 0)
    #expect(alone?.decodeTime == 0)
    held.didWrite(0)
    held.didEndFragment()
    #expect(held.tracksWithoutOthers == [1])
  }
}
