import MediaInterop

/// Chooses the packets to decode if only pictures from a time on are wanted. A packet is left out if its picture ends
/// before that time, and no other picture depends on it. A pure value.
struct PictureSelection {
  /// The time from which pictures are wanted, in ticks of the stream; `nil` if all are.
  private let wanted: Int64?
  /// The latest time, up to the wanted one, of a packet that was taken: pictures that are shown earlier have ended by
  /// the wanted time.
  private var latest: Int64?

  init(wanted: Int64?) { self.wanted = wanted }

  /// Returns whether the next packet in decode order must be decoded.
  mutating func takes(_ packet: Packet, in parameters: CodecParameters) -> Bool {
    guard let wanted, let time = packet.pts, time <= wanted else { return true }
    if let latest, time < latest { return !packet.isDispensable(in: parameters) }
    if !packet.isDiscarded { latest = time }
    return true
  }

  /// Returns whether a picture is the one that is shown at the wanted time. It begins by then, no other picture that
  /// was taken begins later by then, and no picture is shown before it is decoded. It is `false` if that is not known
  /// yet.
  ///
  /// - Parameter next: the packet behind those that were taken; `nil` if there is none.
  func isOnAtWanted(_ time: Int64, before next: Packet?) -> Bool {
    guard let wanted, time == latest else { return false }
    guard let next else { return true }
    return next.dts.map { $0 > wanted } ?? false
  }
}
