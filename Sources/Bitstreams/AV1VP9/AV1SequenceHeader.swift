package import MediaSupport

/// The facts of an AV1 sequence header OBU (5.5) that a container needs.
package struct AV1SequenceHeader: Hashable, Sendable {
  /// The profile: 0 Main, 1 High, 2 Professional.
  package var profile: UInt8
  package var isStillPicture: Bool
  /// `seq_level_idx[0]` and `seq_tier[0]`, which belong to the operating point that decodes everything.
  package var level: UInt8 = 0
  package var tier: UInt8 = 0
  /// The size of the largest picture, in luma samples.
  package var width: Int
  package var height: Int
  package var bitDepth: UInt8
  package var isMonochrome: Bool
  package var isSubsampledHorizontally: Bool
  package var isSubsampledVertically: Bool
  /// `chroma_sample_position`: 0 unknown, 1 vertical (left), 2 colocated (top left).
  package var chromaPosition: UInt8 = 0
  package var color: CodedColor
  package var hasFilmGrain: Bool

  /// Parses an OBU's payload, without its header.
  package init(payload: ArraySlice<UInt8>) throws(MediaError) {
    var reader = BitReader(payload, of: "the AV1 sequence header")
    profile = try reader.uint8(3)
    guard profile <= 2 else { throw reader.invalid("seq_profile") }
    isStillPicture = try reader.bit()
    let isReduced = try reader.bit()
    if isReduced {
      level = try reader.uint8(5)
    } else {
      (level, tier) = try Self.readOperatingPoints(from: &reader)
    }
    let widthBits = 1 + (try reader.int(4))
    let heightBits = 1 + (try reader.int(4))
    width = 1 + (try reader.int(widthBits))
    height = 1 + (try reader.int(heightBits))
    if !isReduced, try reader.bit() { try reader.skip(7) }  // frame identifiers' lengths
    try reader.skip(3)  // use_128x128_superblock, enable_filter_intra, enable_intra_edge_filter
    if !isReduced { try Self.skipTools(in: &reader) }
    try reader.skip(3)  // enable_superres, enable_cdef, enable_restoration

    // color_config(), 5.5.2
    let isHighDepth = try reader.bit()
    let isTwelveBit = profile == 2 && isHighDepth ? try reader.bit() : false
    bitDepth = isTwelveBit ? 12 : isHighDepth ? 10 : 8
    isMonochrome = profile == 1 ? false : try reader.bit()
    color = CodedColor()
    if try reader.bit() {
      color.primaries = try reader.uint8()
      color.transfer = try reader.uint8()
      color.matrix = try reader.uint8()
    }
    isSubsampledHorizontally = profile == 0 || isMonochrome
    isSubsampledVertically = isSubsampledHorizontally
    if isMonochrome {
      color.isFullRange = try reader.bit()
    } else if color == Self.sRGB {
      color.isFullRange = true
      isSubsampledHorizontally = false
      isSubsampledVertically = false
      try reader.skip(1)  // separate_uv_delta_q
    } else {
      color.isFullRange = try reader.bit()
      if profile == 2 {
        isSubsampledHorizontally = bitDepth == 12 ? try reader.bit() : true
        isSubsampledVertically = bitDepth == 12 && isSubsampledHorizontally ? try reader.bit() : false
      }
      if isSubsampledVertically { chromaPosition = try reader.uint8(2) }
      try reader.skip(1)  // separate_uv_delta_q
    }
    hasFilmGrain = try reader.bit()
  }

  /// BT.709 primaries, sRGB transfer and the identity matrix, which imply 4:4:4 in full range without a field for it
  /// (5.5.2).
  private static let sRGB = CodedColor(primaries: 1, transfer: 13, matrix: 0)

  /// Reads from `timing_info_present_flag` to the last operating point; returns the level and tier of the first.
  private static func readOperatingPoints(
    from reader: inout BitReader
  ) throws(MediaError) -> (level: UInt8, tier: UInt8) {
    var hasDecoderModel = false
    var delayBits = 0
    if try reader.bit() {
      try reader.skip(64)  // num_units_in_display_tick, time_scale
      if try reader.bit() { _ = try reader.av1VariableLength() }  // num_ticks_per_picture_minus_1
      hasDecoderModel = try reader.bit()
      if hasDecoderModel {
        delayBits = 1 + (try reader.int(5))
        try reader.skip(32 + 5 + 5)
      }
    }
    let hasDisplayDelay = try reader.bit()
    var first: (level: UInt8, tier: UInt8)?
    for _ in 0...(try reader.int(5)) {
      try reader.skip(12)  // operating_point_idc
      let level = try reader.uint8(5)
      // Levels up to 3.3 (index 7) have one tier (A.3).
      let tier = level > 7 ? try reader.uint8(1) : 0
      if hasDecoderModel, try reader.bit() { try reader.skip(2 * delayBits + 1) }
      if hasDisplayDelay, try reader.bit() { try reader.skip(4) }
      first = first ?? (level, tier)
    }
    return first ?? (0, 0)
  }

  /// Skips from `enable_interintra_compound` to `order_hint_bits_minus_1`.
  private static func skipTools(in reader: inout BitReader) throws(MediaError) {
    try reader.skip(4)  // inter-intra, masked compound, warped motion, dual filter
    let hasOrderHint = try reader.bit()
    if hasOrderHint { try reader.skip(2) }  // enable_jnt_comp, enable_ref_frame_mvs
    // Screen content tools are chosen by each frame, or forced on or off here.
    let choosesScreenTools = try reader.bit()
    let mayUseScreenTools = choosesScreenTools ? true : try reader.bit()
    if mayUseScreenTools, try !reader.bit() { try reader.skip(1) }  // seq_force_integer_mv
    if hasOrderHint { try reader.skip(3) }
  }
}
