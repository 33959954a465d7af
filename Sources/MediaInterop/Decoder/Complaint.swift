/// Something that a decoder found wrong with a packet.
package struct Complaint: Hashable, Sendable {
  /// The packet's place among those that the decoder was given, from 0.
  package var packet: Int
  /// A Boolean value that says whether the packet's own bytes are wrong. Otherwise an H.264 picture only lists or marks
  /// reference pictures which the decoder does not have.
  package var isOfMedia: Bool

  package init(packet: Int, isOfMedia: Bool) {
    self.packet = packet
    self.isOfMedia = isOfMedia
  }
}
