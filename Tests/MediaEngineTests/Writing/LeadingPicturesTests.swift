import CoreMedia
import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

@Suite struct LeadingPicturesTests {
  /// A packet in milliseconds.
  private func packet(shownAt pts: Int64, decodedAt dts: Int64) -> Packet {
    let nothing = PacketStorage(count: 0)
    return Packet(
      bytes: UnsafeRawBufferPointer(nothing.bytes), owner: nothing, pts: pts, dts: dts, duration: 40,
      timeBase: TimeBase(ticksPerSecond: 1000))
  }

  private func milliseconds(_ pictures: LeadingPictures) -> Int64 {
    CMTimeConvertScale(pictures.earliest, timescale: 1000, method: .default).value
  }

  @Test func `the earliest picture may be decoded behind others`() {
    var leading = LeadingPictures()
    for (pts, dts) in [(0, -200), (-80, -160), (-120, -120), (-40, -80), (160, -40)] as [(Int64, Int64)] {
      leading.add(packet(shownAt: pts, decodedAt: dts), isPicture: true)
      #expect(!leading.isComplete)
    }
    leading.add(packet(shownAt: 80, decodedAt: 0), isPicture: true)
    #expect(leading.isComplete)
    #expect(milliseconds(leading) == -120)
  }

  @Test func `sound before zero, and pictures that are only decoded there, delay nothing`() {
    var leading = LeadingPictures()
    leading.add(packet(shownAt: 0, decodedAt: -80), isPicture: true)
    leading.add(packet(shownAt: -21, decodedAt: -21), isPicture: false)
    #expect(!leading.isComplete)
    leading.add(packet(shownAt: 0, decodedAt: 0), isPicture: false)
    #expect(leading.isComplete)
    #expect(leading.earliest == .zero)
  }

  /// Behind a packet that is decoded at a time no picture is shown before it.
  @Test func `not all packets are waited for, however early they are decoded`() {
    var leading = LeadingPictures()
    var count: Int64 = 0
    while !leading.isComplete, count < 10_000 {
      leading.add(packet(shownAt: 0, decodedAt: count - 10_000), isPicture: true)
      count += 1
    }
    #expect(count < 1000)
    #expect(milliseconds(leading) == count - 1 - 10_000)
  }
}
