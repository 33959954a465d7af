import MediaInterop

/// The verdict on a sign of damage. Reading up to damage and reading past it share this decision, so that they cannot
/// disagree about the same bytes.
///
/// Signs of damage come from the container, for a packet, and from the decoder, for the frames that it decodes: see
/// `DecodingStart`.
enum DamageVerdict: Comparable {
  /// The media is intact.
  case whole
  /// The broken part depends on media before the point where decoding began. It is left out, but is no damage.
  case excused
  case damaged
}

extension DamageVerdict {
  /// Makes the verdict on a packet from its container's marks: the packet is incomplete, or others are missing before
  /// it.
  init(on packet: Packet) { self = packet.isDamaged || packet.followsDamage ? .damaged : .whole }
}
