import Bitstreams
import MediaInterop

/// Packets that are marked as damaged where their bytes show it without decoding: those of H.264, HEVC and FLAC, and
/// all of a track whose configuration cannot be read.
final class CheckedPackets: PacketSource {
  private let packets: PacketLookahead
  private let parameters: CodecParameters
  private let isConfigured: Bool

  init(_ packets: any PacketSource, of context: ReadingContext) {
    self.packets = PacketLookahead(packets)
    parameters = context.stream.parameters
    isConfigured = context.isConfigured
  }

  /// Returns whether packets of a track are worth a look.
  static func check(_ context: ReadingContext) -> Bool {
    [.h264, .hevc, .flac].contains(context.stream.parameters.codec) || !context.isConfigured
  }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    if isBroken(packet) || endsInHole(packet) { packet.isDamaged = true }
    return packet
  }

  private func endsInHole(_ packet: Packet) -> Bool {
    packet.mayEndInHole(in: parameters) && packets.peek()?.mayBeginInHole(in: parameters) == true
  }

  private func isBroken(_ packet: Packet) -> Bool {
    // A whole packet may have nothing but a new configuration.
    if packet.bytes.isEmpty { return false }
    if !isConfigured { return true }
    return parameters.codec == .flac ? FLACFrame.isBroken(packet.bytes) : packet.hasBrokenUnits(in: parameters)
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }
  func rewind() throws { try packets.rewind() }
}
