import MediaInterop

/// The pictures of a program stream, without times that belong to other pictures.
///
/// A packet of the stream states the time of the first picture that begins in it. Where the start code of that picture
/// lies across two packets, libavformat gives its time to the picture before it, too.
final class ProgramStreamTimes: PacketSource {
  private let packets: any PacketSource
  // Unsafe: the one caller at a time that the protocol asks for changes it.
  /// The packet that was read to see its time. It comes next.
  nonisolated(unsafe) private var ahead: Result<Packet?, any Error>?

  init(_ packets: any PacketSource) { self.packets = packets }

  func next() throws -> Packet? {
    let next = ahead ?? Result { try packets.next() }
    ahead = nil
    guard var packet = try next.get() else { return nil }
    let following = Result { try packets.next() }
    ahead = following
    if let time = packet.dts, let other = try? following.get(), other.dts == time {
      (packet.pts, packet.dts) = (nil, nil)
    }
    return packet
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
