import MediaInterop

/// The verdict on a sign of damage: the one decision that reading up to damage and reading past it share, so that the
/// two cannot disagree about the same bytes.
///
/// Signs come from the container, for a packet, and from the decoder, for what it decodes: see `DecodingStart`.
enum DamageVerdict: Comparable {
  /// The media is as it was made.
  case whole
  /// The broken part needs something from before the place where decoding began. It is left out, and is no damage.
  case excused
  case damaged
}

extension DamageVerdict {
  /// The verdict on a packet as its container gave it: it is cut, or others are missing before it.
  init(on packet: Packet) { self = packet.isDamaged || packet.followsDamage ? .damaged : .whole }
}
