import MediaInterop

/// Packets of which the next one can be looked at before it is taken.
final class PacketLookahead: PacketSource {
  private let packets: any PacketSource
  // Unsafe: the one caller at a time that the protocol asks for changes it.
  /// The packet that was looked at, the end or an error. It comes next.
  nonisolated(unsafe) private var ahead: Result<Packet?, any Error>?

  init(_ packets: any PacketSource) { self.packets = packets }

  func next() throws -> Packet? {
    let next = ahead ?? Result { try packets.next() }
    ahead = nil
    return try next.get()
  }

  /// Returns the packet that comes next, without taking it; `nil` at the end, and where an error comes next.
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
