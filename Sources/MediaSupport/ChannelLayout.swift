/// The speakers for which the channels of a sound are meant, or only the number of channels.
///
/// The channels are in the order of the mask's bits, as decoders output them and encoders expect them.
package struct ChannelLayout: Sendable, Hashable {
  package var count: Int
  /// The speakers in the bit order of WAVEFORMATEXTENSIBLE, and of FFmpeg's bits above 17; 0 if the positions are
  /// unknown.
  package var mask: UInt64

  package init(count: Int, mask: UInt64) {
    self.count = count
    self.mask = mask
  }

  package static let mono = ChannelLayout(count: 1, mask: 0x4)
  package static let stereo = ChannelLayout(count: 2, mask: 0x3)

  /// Returns the usual speakers for a number of channels, which are those that FFmpeg 5.1 assumes. If there are none,
  /// the positions are unknown.
  package static func `default`(count: Int) -> ChannelLayout {
    ChannelLayout(count: count, mask: usualMasks[count] ?? 0)
  }

  /// The masks of the usual speakers by the number of channels.
  private static let usualMasks: [Int: UInt64] = [
    1: 0x4, 2: 0x3, 3: 0xB, 4: 0x107, 5: 0x37, 6: 0x3F, 7: 0x70F, 8: 0x63F, 16: 0x1_8003_F737, 24: 0x1F8_0003_FFFF,
  ]
}
