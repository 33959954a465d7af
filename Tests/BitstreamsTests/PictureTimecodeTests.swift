import Bitstreams
import Testing

/// Timecode in the samples of each coding.
@Suite struct PictureTimecodeTests {
  /// Bytes of fields, with zero bits behind them.
  private func bytes(_ fields: [(value: Int, bits: Int)]) -> [UInt8] {
    var writer = BitWriter()
    for field in fields { writer.bits(field.value, field.bits) }
    return writer.bytes
  }

  /// A sample of one unit of a message, with a length of four bytes.
  private func sample(_ header: [UInt8], _ type: UInt8, _ message: [UInt8]) -> [UInt8] {
    let unit = header + [type, UInt8(message.count)] + message + [0x80]
    return [0, 0, 0, UInt8(unit.count)] + unit
  }

  private func timecode(_ sample: [UInt8], _ codec: NALCodec, _ delayBits: Int? = nil) -> String? {
    let timing = delayBits.map(H264PictureTiming.init)
    return sample.withUnsafeBytes { PictureTimecode($0, codec: codec, lengthSize: 4, timing: timing)?.description }
  }

  @Test func `H.264 has it in the picture's timing, behind two delays`() {
    let full = [(4, 5), (1, 1), (0, 2), (7, 8), (6, 6), (5, 6), (4, 5)]
    let message = bytes([(99, 24), (99, 24), (0, 4), (1, 1), (0, 3)] + full)
    #expect(timecode(sample([6], 1, message), .h264, 48) == "04:05:06;07")
    #expect(timecode(sample([6], 1, message), .h264) == nil)
    #expect(timecode(sample([6], 1, bytes([(0, 4), (0, 1)])), .h264, 0) == nil)
    // Parts may be left out from the hours on.
    let short = [(0, 4), (1, 1), (0, 3), (0, 5), (0, 1), (0, 2), (7, 8), (1, 1), (6, 6), (0, 1)]
    #expect(timecode(sample([6], 1, bytes(short)), .h264, 0) == "00:00:06:07")
  }

  @Test func `HEVC has it in a message of its own`() {
    let message = bytes([(1, 2), (1, 1), (0, 1), (0, 5), (1, 1), (0, 2), (24, 9), (59, 6), (58, 6), (23, 5)])
    #expect(timecode(sample([39 << 1, 1], 136, message), .hevc) == "23:58:59:24")
    #expect(timecode(sample([39 << 1, 1], 136, bytes([(0, 2)])), .hevc) == nil)
    for count in 0..<message.count {
      #expect(timecode(sample([39 << 1, 1], 136, Array(message.prefix(count))), .hevc) == nil)
    }
  }

  @Test func `MPEG-2 has it in the header of a group of pictures`() {
    let sequence: [UInt8] = [0, 0, 1, 0xB3, 9, 9, 9, 9]
    let group = [0, 0, 1, 0xB8] + bytes([(1, 1), (23, 5), (59, 6), (1, 1), (58, 6), (29, 6), (0, 7)])
    let picture: [UInt8] = [0, 0, 1, 0, 7, 7]
    func timecode(_ sample: [UInt8]) -> String? {
      sample.withUnsafeBytes { PictureTimecode(mpegVideo: $0)?.description }
    }
    #expect(timecode(sequence + group + picture) == "23:59:58;29")
    #expect(timecode(sequence + picture + group) == nil)
    for count in 0..<sequence.count + group.count { #expect(timecode(Array((sequence + group).prefix(count))) == nil) }
  }
}
