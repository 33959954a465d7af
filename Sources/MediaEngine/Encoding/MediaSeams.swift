import MediaInterop

/// The places in a copied track's media where samples of several parts follow each other: a pure value (CO-54).
///
/// A part can come with samples that are not presented: encoded sound begins with priming and ends with padding, and a
/// decoder needs some samples to run up, or pictures behind the part that others refer to. At a seam their times lie
/// over the part before, or over the next one. So they get a place of their own in the media, and what follows comes
/// later in it; an edit list then leaves them out.
struct MediaSeams {
  /// The ticks by which the media is behind the presentation.
  private var shift: Int64 = 0
  /// The latest end of a packet so far, in the media. It is `nil` at the start.
  private var end: Int64?
  /// The latest end of what is presented so far. It is `nil` at the start: what comes before is no seam.
  private var shownEnd: Int64?
  /// A Boolean value that says whether a part of the packet before is not presented.
  private var isCut = false
  /// The packets from a seam on, until one of them is presented.
  private var held: [Packet] = []

  /// Takes the next packet in the order of decoding.
  ///
  /// - Parameter give: a closure that is given the packets whose places in the media are known, in order.
  mutating func place(_ packet: Packet, _ give: (Packet) throws -> Void) rethrows {
    if held.isEmpty, !isSeam(packet) { return try give(moved(packet)) }
    held.append(packet)
    if packet.isDiscarded { return }
    for packet in release(shownAt: packet.time + Int64(packet.trimStart)) { try give(packet) }
  }

  /// Returns the packets that are still held: nothing of their part is presented.
  mutating func finish() -> [Packet] { release(shownAt: shownEnd ?? 0) }

  /// Returns whether another part begins with a packet: where decoding can begin, over the packets so far.
  private func isSeam(_ packet: Packet) -> Bool {
    guard let end, shownEnd != nil, packet.isKeyFrame else { return false }
    return (isCut || packet.isDiscarded || packet.trimStart > 0) && packet.time + shift < end
  }

  /// Moves the packets of a part behind those of the part before, and as far from them as nothing is presented between
  /// the two: what is presented last stays until then.
  private mutating func release(shownAt start: Int64) -> [Packet] {
    guard let first = held.first, let end, let shownEnd else { return [] }
    shift = end + max(0, start - shownEnd) - first.time
    defer { held = [] }
    return held.map { moved($0) }
  }

  private mutating func moved(_ packet: Packet) -> Packet {
    var packet = packet
    packet.pts = packet.pts.map { $0 + shift }
    packet.dts = packet.dts.map { $0 + shift }
    packet.editShift = shift
    end = max(end ?? .min, packet.time + packet.duration)
    isCut = packet.isDiscarded || packet.trimEnd > 0
    if !packet.isDiscarded {
      shownEnd = max(shownEnd ?? .min, packet.time - shift + packet.duration - Int64(packet.trimEnd))
    }
    return packet
  }
}

extension Packet {
  /// The time at which it is presented; that of decoding where it has no other.
  fileprivate var time: Int64 { pts ?? dts ?? 0 }
}
