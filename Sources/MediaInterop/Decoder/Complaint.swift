/// An error that a decoder found in a packet.
package struct Complaint: Hashable, Sendable {
  /// The packet's number among those that the decoder received, from 0.
  package var packet: Int
  /// A Boolean value that says whether the packet's own bytes are wrong. Otherwise an H.264 picture only lists or marks
  /// reference pictures which the decoder does not have.
  package var isOfMedia: Bool

  package init(packet: Int, isOfMedia: Bool) {
    self.packet = packet
    self.isOfMedia = isOfMedia
  }
}
