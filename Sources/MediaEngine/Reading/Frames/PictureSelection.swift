import MediaInterop

/// Chooses the packets that are decoded where only pictures from a time on are wanted: a packet is left out whose
/// picture is over by then, and that no other needs. A pure value.
struct PictureSelection {
  /// The time from which pictures are wanted, in ticks of the stream; `nil` where all are.
  private let wanted: Int64?
  /// The latest time of a packet that was taken, not behind the wanted one: pictures that are shown earlier are over by
  /// then.
  private var latest: Int64?

  init(wanted: Int64?) { self.wanted = wanted }

  /// Returns whether the next packet in decode order is to be decoded.
  mutating func takes(_ packet: Packet, in parameters: CodecParameters) -> Bool {
    guard let wanted, let time = packet.pts, time <= wanted else { return true }
    if let latest, time < latest { return !packet.isDispensable(in: parameters) }
    if !packet.isDiscarded { latest = time }
    return true
  }

  /// Returns whether a picture is the one that is on at the wanted time: it begins by then, as no other that was taken
  /// does later, and nothing is shown before it is decoded. False where that is not known yet.
  ///
  /// - Parameter next: the packet behind those that were taken; `nil` where there is none.
  func isOnAtWanted(_ time: Int64, before next: Packet?) -> Bool {
    guard let wanted, time == latest else { return false }
    guard let next else { return true }
    return next.dts.map { $0 > wanted } ?? false
  }
}
