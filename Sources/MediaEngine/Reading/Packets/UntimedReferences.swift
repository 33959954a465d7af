import MediaInterop

/// Gives presentation times to pictures that state none, in codings with pictures that are shown between two others and
/// decoded after both.
///
/// libavformat knows that such a picture is shown when it is decoded. For the other pictures it sets no times if the
/// container states none: each of them is shown when the next of them is decoded. A program stream states the time of
/// only one of the pictures that begin in one of its packets, and AVI states none.
final class UntimedReferences: PacketSource {
  private let packets: any PacketSource
  // Unsafe: only the one caller at a time that the protocol asks for changes these.
  nonisolated(unsafe) private var held = PacketQueue<Packet>()
  nonisolated(unsafe) private var found = PacketQueue<Packet>()
  nonisolated(unsafe) private var lastEnd: Int64?
  nonisolated(unsafe) private var ending = HeldEnding()

  /// The greatest number of pictures between two others that are held. Streams have few; if no other picture follows,
  /// the waiting one keeps its decode time.
  private static let mostBetween = 16

  init(_ packets: any PacketSource) { self.packets = packets }

  func next() throws -> Packet? {
    while found.isEmpty {
      guard let packet = ending.read(packets.next) else {
        // The last one is shown when the stream is over.
        give(shownAt: lastEnd)
        if let packet = found.popFirst() { return packet }
        try ending.pass()
        return nil
      }
      lastEnd = packet.dts.map { $0 + packet.duration }
      if !packet.isBetweenOthers {
        give(shownAt: packet.dts)
      } else if held.count > Self.mostBetween {
        give(shownAt: nil)
      }
      if packet.pts == nil || !held.isEmpty { held.append(packet) } else { found.append(packet) }
    }
    return found.popFirst()
  }

  /// Returns the held pictures, the first of which is shown at a time.
  private func give(shownAt time: Int64?) {
    guard var first = held.popFirst() else { return }
    first.pts = time ?? first.dts
    found.append(first)
    while let packet = held.popFirst() { found.append(packet) }
  }

  // MARK: Seeking

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
    ending = HeldEnding()
  }
}

extension Packet {
  /// A Boolean value that says whether the picture is shown between two others and decoded after both, so that it is
  /// shown when it is decoded.
  fileprivate var isBetweenOthers: Bool {
    guard !isKeyFrame, let pts, let dts else { return false }
    return pts <= dts
  }
}
