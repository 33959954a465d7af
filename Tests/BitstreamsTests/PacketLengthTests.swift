import Bitstreams
import Testing

/// How many samples a packet holds, from its own header.
@Suite struct PacketLengthTests {
  private func opus(_ bytes: [UInt8]) -> Int? { bytes.withUnsafeBytes { OpusPacket.sampleCount($0) } }
  private func flac(_ bytes: [UInt8]) -> Int? { bytes.withUnsafeBytes { FLACFrameHeader.sampleCount($0) } }

  /// RFC 6716, table 2: a configuration of each mode and length, with one frame.
  @Test(arguments: [
    (0, 480), (1, 960), (2, 1920), (3, 2880), (11, 2880), (12, 480), (13, 960), (15, 960), (16, 120), (17, 240),
    (18, 480), (31, 960),
  ])
  func `an Opus frame's length is in its configuration`(configuration: UInt8, samples: Int) {
    #expect(opus([configuration << 3]) == samples)
    #expect(opus([configuration << 3 | 1]) == (2 * samples <= 5760 ? 2 * samples : nil))
    #expect(opus([configuration << 3 | 3, 1]) == samples)
  }

  @Test func `an Opus packet of no length, or of more than 120 ms, has none`() {
    #expect(opus([]) == nil)
    #expect(opus([31 << 3 | 3]) == nil)
    #expect(opus([31 << 3 | 3, 0]) == nil)
    #expect(opus([31 << 3 | 3, 6]) == 5760)
    #expect(opus([31 << 3 | 3, 7]) == nil)
  }

  /// RFC 9639, table 14.
  @Test(arguments: [(1, 192), (2, 576), (5, 4608), (8, 256), (12, 4096), (15, 32_768)])
  func `a FLAC block's length is in its code`(code: UInt8, samples: Int) {
    #expect(flac([0xFF, 0xF8, code << 4 | 9, 0x18, 0, 0]) == samples)
  }

  @Test func `a FLAC block's length is behind its number`() {
    #expect(flac([0xFF, 0xF8, 0x69, 0x18, 0x05, 0x7F]) == nil)
    #expect(flac([0xFF, 0xF8, 0x69, 0x18, 0x05, 0x7F, 0]) == 128)
    #expect(flac([0xFF, 0xF8, 0x79, 0x18, 0x05, 0x02, 0x66]) == 615)
    // A number of two bytes.
    #expect(flac([0xFF, 0xF9, 0x79, 0x18, 0xC4, 0x80, 0x02, 0x66]) == 615)
    #expect(flac([0xFF, 0xF8, 0x09, 0x18, 0, 0]) == nil)
    #expect(flac([0xFF, 0xE8, 0xC9, 0x18, 0, 0]) == nil)
  }
}
