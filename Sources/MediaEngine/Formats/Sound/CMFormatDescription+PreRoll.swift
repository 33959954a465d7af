import Bitstreams
import CoreMedia
import MediaInterop

extension CMFormatDescription.MediaSubType {
  /// Returns the number of packets like `packet` that must be decoded before a packet is decoded right. It is `nil` if
  /// any packet is right at once.
  func preRoll(of packet: Packet) -> Int? {
    switch self {
    // Each packet needs the previous one for its overlap (ISO 14496-3, 4.6.11).
    case .mpeg4AAC: return 1
    // 80 ms ("Encapsulation of Opus in ISO Base Media File Format", 4.3.6.2).
    case .opus:
      guard let count = OpusPacket.sampleCount(packet.bytes) else { return nil }
      return (OpusPacket.preRoll + count - 1) / count
    default: return nil
    }
  }
}
