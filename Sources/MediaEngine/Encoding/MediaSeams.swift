import MediaInterop

/// The places in a copied track's media where samples of several parts follow each other: a pure value (CO-54).
///
/// A part can come with samples that are not presented: encoded sound begins with priming and ends with padding, a
/// timecode begins with the frame that its number belongs to, and a decoder needs some earlier samples, or pictures
/// behind the part that others refer to. At a seam the times of these samples would overlap the part before or the next
/// part. So they get a range of their own in the media, and everything after them comes later; an edit list leaves them
/// out.
struct MediaSeams {
  /// The ticks by which the media is behind the presentation.
  private var shift: Int64 = 0
  /// The latest end of a packet so far, in the media's time. It is `nil` at the start.
  private var end: Int64?
  /// The latest end of a presented packet so far. It is `nil` at the start, where samples that are not presented make
  /// no seam.
  private var shownEnd: Int64?
  /// The latest end of a packet that is not presented, in the media's time. It is `nil` if all packets are presented.
  private var hiddenEnd: Int64?
  /// The packets from the first one on that is not presented and lies behind everything presented so far, with their
  /// media times. It is empty if there is none. If nothing is presented for a while before the next part, the packets
  /// in it that are not presented are moved to later times.
  private var tail: [Packet] = []
  /// The packets from a seam on, held until one of them is presented.
  private var held: [Packet] = []

  /// The greatest shift: sums of it and the times that `SessionClock` lets through stay within 64 bits. No movie's
  /// tables could hold the gaps of media that needs more, so that writing it fails.
  private static let mostShift = 2 * SessionClock.mostTicks

  /// Takes the next packet in the order of decoding.
  ///
  /// - Parameter give: a closure that receives the packets whose media times are known, in order.
  mutating func place(_ packet: Packet, _ give: (Packet) throws -> Void) rethrows {
    if isBehindPart(held.first, before: packet) {
      let ofPart = held
      held = []
      for packet in ofPart { try follow(packet, give) }
      return packet.isKeyFrame ? try place(packet, give) : try follow(packet, give)
    }
    if held.isEmpty, !isSeam(packet) { return try follow(packet, give) }
    held.append(packet)
    if packet.isDiscarded { return }
    for packet in release(shownAt: packet.time + Int64(packet.trimStart)) { try give(packet) }
  }

  /// Returns the packets that are still held: no presented packet follows.
  mutating func finish() -> [Packet] { held.isEmpty ? tail : release(shownAt: shownEnd ?? 0) }

  /// A Boolean value that says whether the media continues behind what is presented so far. The pictures there can come
  /// before presented ones, since packets come in the order of decoding.
  private var isCut: Bool {
    guard let hiddenEnd, let shownEnd else { return false }
    return hiddenEnd > shownEnd + shift
  }

  /// Takes a packet of the same part as the one before.
  private mutating func follow(_ packet: Packet, _ give: (Packet) throws -> Void) rethrows {
    let packet = moved(packet)
    if tail.isEmpty, !packet.isDiscarded || !isCut { return try give(packet) }
    tail.append(packet)
    if isCut { return }
    for packet in tail { try give(packet) }
    tail = []
  }

  /// Returns whether another part begins with a packet. It must be a key frame. It either overlaps the packets so far,
  /// or follows a while in which nothing is presented and in which hidden samples would appear without a seam.
  private func isSeam(_ packet: Packet) -> Bool {
    guard let end, shownEnd != nil, packet.isKeyFrame else { return false }
    let start = packet.time + shift
    return start < end
      ? isCut || packet.isDiscarded || packet.trimStart > 0
      : start > end && (packet.isDiscarded || !tail.isEmpty || isCut || packet.trimStart > 0)
  }

  /// Returns whether a held packet is not the beginning of a part: it is not presented, lies behind the end of the part
  /// before, and is followed in decoding order by a packet with an earlier time. If that packet is a leading picture,
  /// it still belongs to the part before; if it is a key frame, it begins the next part.
  private func isBehindPart(_ first: Packet?, before packet: Packet) -> Bool {
    guard let first, let end, first.isDiscarded, first.time + shift >= end, packet.time < first.time else {
      return false
    }
    return packet.isKeyFrame || !packet.isDiscarded
  }

  /// Moves the packets of a part behind those of the part before. The distance between them is the time in which
  /// nothing is presented between the two parts: the last presented sample remains until then.
  private mutating func release(shownAt start: Int64) -> [Packet] {
    guard let first = held.first, var end, let shownEnd else { return [] }
    // Pictures of the part that are decoded later may be presented earlier: the gap is as long at most.
    let gap = min(max(0, start - shownEnd), SessionClock.mostTicks)
    let shownMediaEnd = shownEnd + shift
    for index in tail.indices where tail[index].isDiscarded && tail[index].end > shownMediaEnd {
      tail[index].pts = tail[index].time + gap
    }
    if !tail.isEmpty { end += gap }
    shift = min(end + gap - first.time, Self.mostShift)
    defer { (tail, held) = ([], []) }
    return tail + held.map { moved($0) }
  }

  private mutating func moved(_ packet: Packet) -> Packet {
    var packet = packet
    packet.pts = packet.pts.map { $0 + shift }
    packet.dts = packet.dts.map { $0 + shift }
    packet.editShift = shift
    end = max(end ?? .min, packet.end)
    if packet.isDiscarded || packet.trimEnd > 0 { hiddenEnd = max(hiddenEnd ?? .min, packet.end) }
    if !packet.isDiscarded {
      shownEnd = max(shownEnd ?? .min, packet.end - shift - Int64(packet.trimEnd))
    }
    return packet
  }
}

extension Packet {
  /// The packet's presentation time, or its decode time if it has none.
  fileprivate var time: Int64 { pts ?? dts ?? 0 }
  /// The time at which the packet ends, including parts that are not presented.
  fileprivate var end: Int64 { time + duration }
}
