import Bitstreams
import Testing

/// Dynamic metadata in the samples of each coding.
@Suite struct HDR10PlusTests {
  private static let message: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04, 0x01, 0x40]

  /// A sample of one NAL unit, with lengths of two bytes.
  private func sample(_ header: [UInt8], _ messages: [UInt8]) -> [UInt8] {
    let unit = header + messages
    return [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)] + unit
  }

  private func version(_ sample: [UInt8], _ codec: NALCodec) -> UInt8? {
    sample.withUnsafeBytes { HDR10Plus($0, codec: codec, lengthSize: 2)?.version }
  }

  @Test func `HEVC and H.264 have it among other messages`() {
    let other: [UInt8] = [5, 2, 0xB5, 0x00, 255, 3, 2, 1, 1]
    let messages = other + [4, 8] + Self.message + [0x80]
    #expect(version(sample([39 << 1, 1], messages), .hevc) == 1)
    #expect(version(sample([40 << 1, 1], messages), .hevc) == 1)
    #expect(version(sample([6], messages), .h264) == 1)
    #expect(version(sample([1 << 1, 1], messages), .hevc) == nil)
    #expect(version(sample([39 << 1, 1], other + [0x80]), .hevc) == nil)
    // A message of another type, and another provider's.
    #expect(version(sample([6], [5, 8] + Self.message), .h264) == nil)
    #expect(version(sample([6], [4, 8, 0xB5, 0x00, 0x31] + Self.message.dropFirst(3)), .h264) == nil)
  }

  @Test func `AV1 has it in metadata`() {
    let header: [UInt8] = [5 << 3 | 2, 9, 4]
    #expect(HDR10Plus(av1: [2 << 3 | 2, 0] + header + Self.message)?.version == 1)
    #expect(HDR10Plus(av1: [5 << 3 | 2, 9, 1] + Self.message) == nil)
  }

  @Test func `what is cut has none`() {
    let whole = sample([39 << 1, 1], [4, 8] + Self.message)
    for count in 0..<whole.count - 1 { #expect(version(Array(whole.prefix(count)), .hevc) == nil) }
    for count in 0..<11 { #expect(HDR10Plus(av1: Array(([5 << 3 | 2, 9, 4] + Self.message).prefix(count))) == nil) }
  }
}
