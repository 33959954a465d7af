import MediaInterop
import MovieFile

/// Packets that are marked as damaged where it shows without decoding them: those of H.264, HEVC and FLAC by their bytes,
/// and all of a track whose configuration cannot be read.
final class CheckedPackets: PacketSource {
  private let packets: any PacketSource
  private let parameters: CodecParameters
  private let isConfigured: Bool

  init(_ packets: any PacketSource, of context: ReadingContext) {
    self.packets = packets
    parameters = context.stream.parameters
    isConfigured = context.track.configurationDamage == nil
  }

  /// Whether packets of a track are worth a look.
  static func check(_ context: ReadingContext) -> Bool {
    [.h264, .hevc, .flac].contains(context.stream.parameters.codec) || context.track.configurationDamage != nil
  }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    if isBroken(packet) { packet.isDamaged = true }
    return packet
  }

  private func isBroken(_ packet: Packet) -> Bool {
    // Whole packets may have nothing but a new configuration.
    if packet.bytes.isEmpty { return false }
    if !isConfigured { return true }
    return parameters.codec == .flac ? FLACFrame.isBroken(packet.bytes) : packet.hasBrokenUnits(in: parameters)
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }

  func rewind() throws { try packets.rewind() }
}
