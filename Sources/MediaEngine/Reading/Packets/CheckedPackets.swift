import Bitstreams
import MediaInterop

/// Packets that are marked as damaged where their bytes show it without decoding: those of H.264, HEVC and FLAC, and
/// all of a track whose configuration cannot be read.
final class CheckedPackets: PacketSource {
  private let packets: any PacketSource
  private let parameters: CodecParameters
  private let isConfigured: Bool
  // Unsafe: the one caller at a time that the protocol asks for changes it.
  /// The packet that was read to see whether a hole goes on. It comes next.
  nonisolated(unsafe) private var ahead: Result<Packet?, any Error>?

  init(_ packets: any PacketSource, of context: ReadingContext) {
    self.packets = packets
    parameters = context.stream.parameters
    isConfigured = context.isConfigured
  }

  /// Returns whether packets of a track are worth a look.
  static func check(_ context: ReadingContext) -> Bool {
    [.h264, .hevc, .flac].contains(context.stream.parameters.codec) || !context.isConfigured
  }

  func next() throws -> Packet? {
    let next = ahead ?? Result { try packets.next() }
    ahead = nil
    guard var packet = try next.get() else { return nil }
    if isBroken(packet) || endsInHole(packet) { packet.isDamaged = true }
    return packet
  }

  private func endsInHole(_ packet: Packet) -> Bool {
    guard packet.mayEndInHole(in: parameters) else { return false }
    let following = Result { try packets.next() }
    ahead = following
    return (try? following.get())?.mayBeginInHole(in: parameters) ?? false
  }

  private func isBroken(_ packet: Packet) -> Bool {
    // A whole packet may have nothing but a new configuration.
    if packet.bytes.isEmpty { return false }
    if !isConfigured { return true }
    return parameters.codec == .flac ? FLACFrame.isBroken(packet.bytes) : packet.hasBrokenUnits(in: parameters)
  }

  func seek(to ticks: Int64) throws {
    ahead = nil
    try packets.seek(to: ticks)
  }

  func rewind() throws {
    ahead = nil
    try packets.rewind()
  }
}
