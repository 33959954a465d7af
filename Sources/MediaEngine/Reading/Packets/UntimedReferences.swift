import MediaInterop

/// Gives presentation times to the pictures of a container that states only decode times, in a coding where a picture
/// between two others follows both.
///
/// libavformat knows that the pictures between are shown when they are decoded, and leaves the times of the others
/// open: each of those is shown when the next of them is decoded.
final class UntimedReferences: PacketSource {
  private let packets: any PacketSource
  // Unsafe: only the one caller at a time that the protocol asks for changes these.
  nonisolated(unsafe) private var held = PacketQueue<Packet>()
  nonisolated(unsafe) private var found = PacketQueue<Packet>()
  nonisolated(unsafe) private var lastEnd: Int64?

  /// The most pictures between two others that are held. They are few; if no other follows, the one that waits keeps
  /// its decode time.
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

  /// Gives the pictures that are held. The first of them is shown at a time.
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
