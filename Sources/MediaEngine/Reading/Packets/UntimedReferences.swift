import MediaInterop

/// The pictures of a container that states decode times alone, of a coding where pictures between two others follow both.
///
/// libavformat knows that those between are shown when they are decoded, and leaves open when the others are: each is shown
/// when the next of them is decoded.
final class UntimedReferences: PacketSource {
  private let packets: any PacketSource
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var held = PacketQueue<Packet>()
  nonisolated(unsafe) private var found = PacketQueue<Packet>()
  nonisolated(unsafe) private var lastEnd: Int64?

  /// Pictures between two others are few; where no other follows, the one that waits keeps its decode time.
  private static let mostBetween = 16

  init(_ packets: any PacketSource) { self.packets = packets }

  func next() throws -> Packet? {
    while found.isEmpty {
      guard let packet = try packets.next() else {
        // The last one is shown when the stream is over.
        give(shownAt: lastEnd)
        return found.popFirst()
      }
      lastEnd = packet.dts.map { $0 + packet.duration }
      if packet.pts == nil || held.count > Self.mostBetween { give(shownAt: packet.pts == nil ? packet.dts : nil) }
      if packet.pts == nil || !held.isEmpty { held.append(packet) } else { found.append(packet) }
    }
    return found.popFirst()
  }

  /// Gives what is held, the first of which is shown at a time.
  private func give(shownAt time: Int64?) {
    guard var first = held.popFirst() else { return }
    first.pts = time ?? first.dts
    found.append(first)
    while let packet = held.popFirst() { found.append(packet) }
  }

  // MARK: Going elsewhere

  func seek(to ticks: Int64) throws {
    forget()
    try packets.seek(to: ticks)
  }

  func rewind() throws {
    forget()
    try packets.rewind()
  }

  private func forget() {
    held.removeAll()
    found.removeAll()
    lastEnd = nil
  }
}
