import MediaInterop

/// The pictures of a program stream, without times that belong to other pictures.
///
/// A packet of the stream states the time of the first picture that begins in it. If the start code of that picture is
/// split across two packets, libavformat also gives its time to the picture before it.
final class ProgramStreamTimes: PacketSource {
  private let packets: PacketLookahead

  init(_ packets: any PacketSource) { self.packets = PacketLookahead(packets) }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    if let time = packet.dts, packets.peek()?.dts == time { (packet.pts, packet.dts) = (nil, nil) }
    return packet
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }
  func rewind() throws { try packets.rewind() }
}
