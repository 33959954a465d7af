import Bitstreams
import Testing

/// What encoders say of themselves in their pictures.
@Suite struct EncoderStatementTests {
  private static let words = "x264 - core 164 - options: crf=23.0"
  private static let identifier = [UInt8](repeating: 0xA5, count: 16)

  private func unit(_ header: [UInt8], _ type: UInt8, _ message: [UInt8]) -> [UInt8] {
    header + [type, UInt8(message.count)] + message + [0x80]
  }

  private func statement(_ units: [[UInt8]], _ codec: NALCodec) -> String? {
    let sample: [UInt8] = units.flatMap { unit -> [UInt8] in [0, 0, 0, UInt8(unit.count)] + unit }
    return sample.withUnsafeBytes { EncoderStatement($0, codec: codec, lengthSize: 4)?.text }
  }

  @Test func `text behind an identifier in unregistered user data is one`() {
    let message = Self.identifier + Array(Self.words.utf8)
    #expect(statement([unit([6], 5, message + [0])], .h264) == Self.words)
    #expect(statement([[0x65, 1, 2], unit([6], 5, message)], .h264) == Self.words)
    #expect(statement([unit([39 << 1, 1], 5, message)], .hevc) == Self.words)
    #expect(EncoderStatement(units: [unit([39 << 1, 1], 5, message)], codec: .hevc)?.text == Self.words)
  }

  @Test func `other data is none`() {
    #expect(statement([unit([6], 4, Self.identifier + Array(Self.words.utf8))], .h264) == nil)
    #expect(statement([unit([6], 5, Self.identifier + [1, 2, 3, 4, 5, 6, 7, 8, 9])], .h264) == nil)
    #expect(statement([unit([6], 5, Self.identifier + Array("short".utf8))], .h264) == nil)
    #expect(statement([unit([6], 5, Array(Self.identifier.prefix(9)))], .h264) == nil)
    #expect(statement([unit([6], 5, Self.identifier + Array("terminal \u{1B}[2J".utf8))], .h264) == nil)
    #expect(statement([], .h264) == nil)
  }
}
