import MediaInterop
import MovieFile

/// Packets of H.264 and HEVC, marked as damaged where their bytes show it without being decoded.
final class CheckedPackets: PacketSource {
  private let packets: any PacketSource
  private let parameters: CodecParameters

  init(_ packets: any PacketSource, _ parameters: CodecParameters) {
    self.packets = packets
    self.parameters = parameters
  }

  /// Whether packets of a coding are worth a look.
  static func check(_ codec: CodecID) -> Bool { codec == .h264 || codec == .hevc }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    if packet.hasBrokenUnits(in: parameters) { packet.isDamaged = true }
    return packet
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }

  func rewind() throws { try packets.rewind() }
}
