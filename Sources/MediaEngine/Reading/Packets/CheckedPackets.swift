import MediaInterop
import MovieFile

/// Packets of H.264, HEVC and FLAC, marked as damaged where their bytes show it without being decoded.
final class CheckedPackets: PacketSource {
  private let packets: any PacketSource
  private let parameters: CodecParameters

  init(_ packets: any PacketSource, _ parameters: CodecParameters) {
    self.packets = packets
    self.parameters = parameters
  }

  /// Whether packets of a coding are worth a look.
  static func check(_ codec: CodecID) -> Bool { [.h264, .hevc, .flac].contains(codec) }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    if isBroken(packet) { packet.isDamaged = true }
    return packet
  }

  private func isBroken(_ packet: Packet) -> Bool {
    // Whole packets may have nothing but a new configuration.
    if packet.bytes.isEmpty { return false }
    return parameters.codec == .flac ? FLACFrame.isBroken(packet.bytes) : packet.hasBrokenUnits(in: parameters)
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }

  func rewind() throws { try packets.rewind() }
}
