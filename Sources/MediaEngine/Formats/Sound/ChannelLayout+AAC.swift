import MediaInterop
import MediaSupport

extension ChannelLayout {
  /// Speakers at the sides and at the back, left and right each, in WAVEFORMATEXTENSIBLE's bits.
  private static let sides: UInt64 = 0x600
  private static let backs: UInt64 = 0x30

  /// The layout with a surround pair at the back, if its only one is at the sides: in layouts with one pair, such as
  /// 5.1, both mean the same.
  var withSurroundsAtBack: ChannelLayout {
    guard mask & Self.sides == Self.sides, mask & Self.backs == 0 else { return self }
    return ChannelLayout(count: count, mask: mask & ~Self.sides | Self.backs)
  }

  /// The layout for which AAC has a channel configuration. Its surround pair is the one at the back (ISO 14496-3, table
  /// 1.19), and 5.1 with side speakers, as AC-3 has it, means the same.
  var usableByAAC: ChannelLayout {
    if mask == 0 { return .default(count: count) }
    return withSurroundsAtBack
  }
}
