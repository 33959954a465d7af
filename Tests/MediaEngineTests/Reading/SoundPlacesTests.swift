import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

@Suite("Places of counted sound")
struct SoundPlacesTests {
  private func packet(_ position: Int64?, stated: Int64?) -> Packet {
    let storage = PacketStorage(count: 8)
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: stated, dts: nil, duration: 0,
      timeBase: TimeBase(ticksPerSecond: 1000))
    packet.position = position
    return packet
  }

  @Test func `the last place at or before a time is found, and none before the first`() {
    var places = SoundPlaces(distance: 100)
    for index in 0..<50 {
      places.note(packet(Int64(index) * 10, stated: Int64(index)), at: Int64(index) * 40, lasting: 40)
    }
    #expect(places.last(notAfter: -1) == nil)
    #expect(places.last(notAfter: 0)?.position == 0)
    // At least 100 ticks apart: every third packet.
    for time in Int64(0)..<2000 {
      let expected = min(time / 120 * 3, 48)
      #expect(places.last(notAfter: time)?.position == expected * 10)
      #expect(places.last(notAfter: time)?.stated == expected)
      #expect(places.last(notAfter: time)?.time == expected * 40)
    }
  }

  @Test func `packets without a place or a time, and all but the first of one place, are none`() {
    var places = SoundPlaces(distance: 1)
    places.note(packet(nil, stated: 0), at: 0, lasting: 10)
    places.note(packet(10, stated: nil), at: 10, lasting: 10)
    places.note(packet(10, stated: 20), at: 20, lasting: 10)
    #expect(places.last(notAfter: 100) == nil)
    places.note(packet(30, stated: 30), at: 30, lasting: 10)
    #expect(places.last(notAfter: 100)?.time == 30)
  }

  @Test func `what is read again changes nothing`() {
    var places = SoundPlaces(distance: 1)
    places.note(packet(10, stated: 10), at: 10, lasting: 10)
    places.note(packet(20, stated: 20), at: 20, lasting: 10)
    places.reset()
    places.note(packet(10, stated: 10), at: 11, lasting: 10)
    #expect(places.last(notAfter: 15)?.time == 10)
    #expect(places.last(notAfter: 100)?.time == 20)
  }
}
