import MediaInterop

/// A packet source whose next packet can be examined before it is taken.
final class PacketLookahead: PacketSource {
  private let packets: any PacketSource
  // Unsafe: the one caller at a time that the protocol asks for changes it.
  /// The result that was examined: a packet, the end or an error. It is returned next.
  nonisolated(unsafe) private var ahead: Result<Packet?, any Error>?

  init(_ packets: any PacketSource) { self.packets = packets }

  func next() throws -> Packet? {
    let next = ahead ?? Result { try packets.next() }
    ahead = nil
    return try next.get()
  }

  /// Returns the next packet without taking it. It is `nil` at the end, and if an error comes next.
  func peek() -> Packet? {
    let next = ahead ?? Result { try packets.next() }
    ahead = next
    return try? next.get()
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
