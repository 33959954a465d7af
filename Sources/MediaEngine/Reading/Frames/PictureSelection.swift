import MediaInterop

/// The packets of pictures that are decoded where only those from a time on are wanted: a packet is left out whose picture
/// is not shown then or later, and that no other needs. A pure value.
struct PictureSelection {
  /// The time in ticks of the stream. `nil` where all pictures are wanted.
  private let wanted: Int64?
  /// The latest time of a packet that was taken, not behind the wanted one: what is shown before is over by then.
  private var latest: Int64?

  init(wanted: Int64?) { self.wanted = wanted }

  /// Whether the next packet in decode order is to be decoded.
  mutating func takes(_ packet: Packet, in parameters: CodecParameters) -> Bool {
    guard let wanted, let time = packet.pts, time <= wanted else { return true }
    if let latest, time < latest { return !packet.isDispensable(in: parameters) }
    if !packet.isDiscarded { latest = time }
    return true
  }
}
