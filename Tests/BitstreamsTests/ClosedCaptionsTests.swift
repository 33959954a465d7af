import TestSupport
import Testing

@testable import Bitstreams

/// ATSC A/53 part 4, 6.2.3: the captions that pictures carry.
@Suite struct ClosedCaptionsTests {
  /// Units of three bytes, with zeros in a row.
  private static func units(_ count: Int) -> [UInt8] { (0..<count).flatMap { [0xFC, UInt8($0 % 3), 0] } }

  @Test func `a message holds up to 31 units`() {
    #expect(ClosedCaptions.messages(of: []) == [])
    #expect(ClosedCaptions.messages(of: [1, 2]) == [])
    let one = ClosedCaptions.messages(of: Self.units(1))
    #expect(one == [[0xB5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3, 0xC1, 0xFF, 0xFC, 0, 0, 0xFF]])
    let many = ClosedCaptions.messages(of: Self.units(64))
    #expect(many.map { $0[8] & 0x1F } == [31, 31, 2])
    #expect(many.flatMap { $0[10..<($0.count - 1)] } == Self.units(64))
    #expect(many.allSatisfy { ClosedCaptions.areIn(message: $0) })
  }

  @Test func `other messages, and those without a unit, are none`() {
    let message = ClosedCaptions.messages(of: Self.units(1))[0]
    for count in 0..<9 { #expect(!ClosedCaptions.areIn(message: message.prefix(count))) }
    for index in 0..<8 {
      var other = message
      other[index] ^= 1
      #expect(!ClosedCaptions.areIn(message: other))
    }
    // No unit, and units that are not to be processed.
    for head: UInt8 in [0xC0, 0x81] {
      var other = message
      other[8] = head
      #expect(!ClosedCaptions.areIn(message: other))
    }
  }

  @Test(arguments: [NALCodec.h264, .hevc])
  func `a unit of messages gives them back`(codec: NALCodec) {
    let messages = ClosedCaptions.messages(of: Self.units(93)) + [[UInt8](repeating: 0, count: 600)]
    let unit = RegisteredMessages.unit(of: messages, codec: codec)
    #expect(unit.prefix(codec.headerSize) == (codec == .h264 ? [6] : [39 << 1, 1]))
    unit.withUnsafeBytes { #expect(!EmulationPrevention.isBroken(in: $0)) }
    let sample = [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)] + unit
    let found = sample.withUnsafeBytes { RegisteredMessages.all(in: $0, codec: codec, lengthSize: 4).map(Array.init) }
    #expect(found == messages)
  }

  @Test func `bytes against start codes are taken out again`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<500 {
      let payload = (0..<24).map { _ in UInt8.random(in: 0...4, using: &generator) } + [0x80]
      let unit = EmulationPrevention.added(to: payload)
      #expect(EmulationPrevention.removed(from: unit) == payload)
      unit.withUnsafeBytes { #expect(!EmulationPrevention.isBroken(in: $0)) }
      #expect(unit.firstRange(of: [0, 0, 1]) == nil)
    }
    #expect(EmulationPrevention.added(to: [0, 0]) == [0, 0, 3])
  }

  @Test func `MPEG-2 has them in the user data of a picture`() {
    func areIn(_ sample: [UInt8]) -> Bool { sample.withUnsafeBytes { ClosedCaptions.areIn(mpegVideo: $0) } }
    let picture: [UInt8] = [0, 0, 1, 0, 1, 2, 3]
    let mark: [UInt8] = [0, 0, 1, 0xB2, 0x47, 0x41, 0x39, 0x34, 3]
    #expect(areIn(picture + mark + [0xC1, 0xFF, 0xFC, 1, 2, 0xFF]))
    #expect(areIn(picture + mark + [0xC0, 0xFF, 0xFF] + mark + [0x42, 0, 0xFC, 1, 2, 0xFC, 1, 2, 0xFF]))
    #expect(!areIn(picture + mark + [0xC0, 0xFF, 0xFF]))
    #expect(!areIn(picture + mark))
    #expect(!areIn(picture))
    #expect(!areIn([]))
  }
}
