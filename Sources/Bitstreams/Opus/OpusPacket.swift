/// The duration that an Opus packet states in its first bytes (RFC 6716, 3.1 and 3.2).
package enum OpusPacket {
  /// The sample rate of decoded Opus, in hertz. It does not depend on the encoder's input.
  package static let sampleRate = 48_000

  /// The number of samples at 48 kHz to decode before a position, so that the output is right there: 80 ms (RFC 7845,
  /// 4.6).
  package static let preRoll = 3840

  /// Returns the number of samples at 48 kHz that a packet decodes to; `nil` for a packet that is not valid.
  package static func sampleCount(_ packet: UnsafeRawBufferPointer) -> Int? {
    guard let first = packet.first else { return nil }
    let frames: Int
    switch first & 3 {
    case 0: frames = 1
    case 1, 2: frames = 2
    default:
      guard packet.count >= 2 else { return nil }
      frames = Int(packet[1] & 0x3F)
    }
    let count = frames * frameSize(configuration: Int(first >> 3))
    return count > 0 && count <= longestPacket ? count : nil
  }

  /// The number of samples at 48 kHz in the longest packet, which lasts 120 ms.
  private static let longestPacket = 5760

  /// Returns the number of samples in a frame (RFC 6716, table 2): SILK of 10 to 60 ms, hybrid of 10 and 20, CELT of
  /// 2.5 to 20.
  private static func frameSize(configuration: Int) -> Int {
    switch configuration {
    case 0..<12: [480, 960, 1920, 2880][configuration & 3]
    case 12..<16: [480, 960][configuration & 1]
    default: [120, 240, 480, 960][configuration & 3]
    }
  }
}
