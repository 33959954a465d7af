import MediaInterop

/// Adds decode times to the pictures of a container that states only their presentation times.
///
/// libavformat's guess lacks the first decode times, and is later than presentation if libavformat underestimates the
/// reorder depth.
final class ReorderedPackets: PacketSource {
  private let packets: any PacketSource
  private let reorderDepth: Int
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var held = PacketQueue<Packet>()
  nonisolated(unsafe) private var times: DecodeTimes
  nonisolated(unsafe) private var ending = HeldEnding()

  init(_ packets: any PacketSource, reorderDepth: Int) {
    self.packets = packets
    self.reorderDepth = reorderDepth
    times = DecodeTimes(reorderDepth: reorderDepth)
  }

  func next() throws -> Packet? {
    while !ending.isReached, !times.isReady { read() }
    guard var packet = held.popFirst() else {
      try ending.pass()
      return nil
    }
    if packet.pts != nil { packet.dts = times.next() }
    return packet
  }

  private func read() {
    guard let packet = ending.read(packets.next) else { return }
    packet.pts.map { times.add(presentedAt: $0) }
    held.append(packet)
  }

  // MARK: Seeking

  func seek(to ticks: Int64) throws { try go { try packets.seek(to: ticks) } }

  func rewind() throws { try go { try packets.rewind() } }

  private func go(_ move: () throws -> Void) rethrows {
    held.removeAll()
    times = DecodeTimes(reorderDepth: reorderDepth)
    ending = HeldEnding()
    try move()
  }
}
