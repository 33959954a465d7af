import MediaInterop

/// Adds decode times to the pictures of a container that states their presentation times alone.
///
/// libavformat's guess lacks the first decode times, and is later than presentation where it takes the reorder depth
/// for lower than it is.
final class ReorderedPackets: PacketSource {
  private let packets: any PacketSource
  private let reorderDepth: Int
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var held = PacketQueue<Packet>()
  nonisolated(unsafe) private var times: DecodeTimes
  /// The end of the stream, or the error behind the packets that are held; `nil` while more may follow.
  nonisolated(unsafe) private var ending: Result<Void, any Error>?

  init(_ packets: any PacketSource, reorderDepth: Int) {
    self.packets = packets
    self.reorderDepth = reorderDepth
    times = DecodeTimes(reorderDepth: reorderDepth)
  }

  func next() throws -> Packet? {
    while ending == nil, !times.isReady { read() }
    guard var packet = held.popFirst() else {
      let result = ending
      // Behind damage other packets may follow.
      if case .failure? = result { ending = nil }
      try result?.get()
      return nil
    }
    if packet.pts != nil { packet.dts = times.next() }
    return packet
  }

  private func read() {
    do {
      guard let packet = try packets.next() else {
        ending = .success(())
        return
      }
      packet.pts.map { times.add(presentedAt: $0) }
      held.append(packet)
    } catch {
      ending = .failure(error)
    }
  }

  // MARK: Going elsewhere

  func seek(to ticks: Int64) throws { try go { try packets.seek(to: ticks) } }

  func rewind() throws { try go { try packets.rewind() } }

  private func go(_ move: () throws -> Void) rethrows {
    held.removeAll()
    times = DecodeTimes(reorderDepth: reorderDepth)
    ending = nil
    try move()
  }
}
