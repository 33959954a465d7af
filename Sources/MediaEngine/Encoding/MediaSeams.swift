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
  /// A Boolean value that says whether a part of the packet before is not presented.
  private var isCut = false
  /// A Boolean value that says whether anything was presented yet: what comes before is the start, and no seam.
  private var hasShown = false

  /// Moves a packet to its place in the media. Packets come in the order of decoding.
  mutating func place(_ packet: inout Packet) {
    guard let time = packet.pts else { return }
    let isCut = packet.isDiscarded || packet.trimStart > 0
    // A part begins where decoding can begin.
    if let end, hasShown, packet.isKeyFrame, isCut || self.isCut, time + shift < end { shift = end - time }
    packet.pts = time + shift
    packet.dts = packet.dts.map { $0 + shift }
    packet.editShift = shift
    end = max(end ?? .min, time + shift + packet.duration)
    self.isCut = packet.isDiscarded || packet.trimEnd > 0
    hasShown = hasShown || !packet.isDiscarded
  }
}
