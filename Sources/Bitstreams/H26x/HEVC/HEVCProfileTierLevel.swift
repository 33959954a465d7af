import MediaSupport

/// The general part of `profile_tier_level()` (HEVC 7.3.3), which `hvcC` repeats bit by bit.
package struct HEVCProfileTierLevel: Hashable, Sendable {
  /// `general_profile_space`, 2 bits.
  package var space: UInt8
  package var isHighTier: Bool
  /// `general_profile_idc`, 5 bits: 1 Main, 2 Main 10, 3 Main Still Picture, 4 range extensions.
  package var profile: UInt8
  /// `general_profile_compatibility_flag[0…31]`, the first in the highest bit.
  package var compatibility: UInt32
  /// Progressive, interlaced, non-packed and frame-only flags and the 44 bits after them, the first in bit 47.
  package var constraints: UInt64
  /// 30 times the level's number.
  package var level: UInt8

  /// Reads the 96 bits that `hvcC` holds and that the SPS begins with.
  init(readingGeneralFrom reader: inout BitReader) throws(MediaError) {
    space = try reader.uint8(2)
    isHighTier = try reader.bit()
    profile = try reader.uint8(5)
    compatibility = try reader.uint32()
    constraints = try reader.bits(48)
    level = try reader.uint8()
  }

  /// Reads `profile_tier_level(1, maximumSubLayers - 1)`: the general part; the fields for sub-layers are skipped.
  init(readingAllFrom reader: inout BitReader, maximumSubLayers: Int) throws(MediaError) {
    try self.init(readingGeneralFrom: &reader)
    let subLayers = maximumSubLayers - 1
    guard subLayers > 0 else { return }
    var bitsToSkip = 0
    for _ in 0..<subLayers {
      if try reader.bit() { bitsToSkip += 88 }  // sub_layer_profile_present_flag
      if try reader.bit() { bitsToSkip += 8 }  // sub_layer_level_present_flag
    }
    try reader.skip(2 * (8 - subLayers) + bitsToSkip)
  }

  func write(to writer: inout BitWriter) {
    writer.bits(space, 2)
    writer.bit(isHighTier)
    writer.bits(profile, 5)
    writer.bits(compatibility, 32)
    writer.bits(constraints, 48)
    writer.bits(level, 8)
  }
}
