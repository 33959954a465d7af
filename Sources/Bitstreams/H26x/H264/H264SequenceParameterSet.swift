package import MediaSupport

/// The facts of an H.264 sequence parameter set (7.3.2.1.1) that a container needs.
package struct H264SequenceParameterSet: Hashable, Sendable {
  package var profile: UInt8
  /// `constraint_set0_flag` … `constraint_set5_flag` and two zero bits: avcC's profile_compatibility.
  package var constraints: UInt8
  package var level: UInt8
  package var identifier: Int
  /// `chroma_format_idc`: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  package var chromaFormat: UInt8 = 1
  package var lumaBitDepth: UInt8 = 8
  package var chromaBitDepth: UInt8 = 8
  /// `qpprime_y_zero_transform_bypass_flag`: a Boolean value that says whether pictures may be coded without loss.
  package var bypassesTransform = false
  /// The size of the cropped picture, in luma samples.
  package var width: Int
  package var height: Int
  /// A Boolean value that says whether columns at the left or rows at the top are left out of the cropped picture.
  package var cropsAtStart = false
  /// A Boolean value that says whether each picture is coded as a frame. If it is `false`, the stream may hold fields
  /// (interlaced).
  package var holdsOnlyFrames: Bool
  package var maximumReferenceFrames: Int
  /// `separate_colour_plane_flag`.
  var hasSeparatePlanes = false
  /// `log2_max_frame_num_minus4` + 4: the number of bits of `frame_num`.
  var frameNumberBits: Int
  var pictureOrder: PictureOrder
  package var usability: VideoUsability?
  /// A Boolean value that says whether the set ends where its unit does. A set that was misread seldom does.
  package var endsWithItsUnit: Bool

  /// The way in which slices state the order of pictures (`pic_order_cnt_type`, 7.4.2.1.1).
  enum PictureOrder: Hashable, Sendable {
    /// The low bits of the order count are coded in this number of bits.
    case leastBits(Int)
    /// Differences to a cycle are coded. All are zero if `delta_pic_order_always_zero_flag` says so.
    case differences(isAlwaysZero: Bool)
    /// The order is that of decoding.
    case decoding
  }

  /// Parses a whole NAL unit: its header byte, then the payload with emulation prevention.
  package init(nalUnit: some Collection<UInt8>) throws(MediaError) {
    var reader = BitReader(EmulationPrevention.removed(from: nalUnit), of: "the H.264 sequence parameter set")
    let type = H264NALUnitType(header: try reader.uint8())
    guard type == .sequenceParameterSet || type == .subsetSequenceParameterSet else {
      throw reader.invalid("nal_unit_type \(type.rawValue)")
    }
    profile = try reader.uint8()
    constraints = try reader.uint8()
    level = try reader.uint8()
    identifier = try reader.exponentialGolomb(upTo: 31, "seq_parameter_set_id")
    if Self.profilesWithChromaFormat.contains(profile) {
      chromaFormat = UInt8(try reader.exponentialGolomb(upTo: 3, "chroma_format_idc"))
      if chromaFormat == 3 { hasSeparatePlanes = try reader.bit() }
      lumaBitDepth = UInt8(8 + (try reader.exponentialGolomb(upTo: 6, "bit_depth_luma_minus8")))
      chromaBitDepth = UInt8(8 + (try reader.exponentialGolomb(upTo: 6, "bit_depth_chroma_minus8")))
      bypassesTransform = try reader.bit()
      if try reader.bit() {
        try Self.skipScalingMatrix(lists: chromaFormat == 3 ? 12 : 8, in: &reader)
      }
    }
    frameNumberBits = 4 + (try reader.exponentialGolomb(upTo: 12, "log2_max_frame_num_minus4"))
    pictureOrder = try Self.readPictureOrder(from: &reader)
    maximumReferenceFrames = try reader.exponentialGolomb(upTo: 16, "max_num_ref_frames")
    try reader.skip(1)  // gaps_in_frame_num_value_allowed_flag

    let widthInMacroblocks = 1 + (try reader.exponentialGolomb(upTo: Self.largestMapUnit, "pic_width_in_mbs_minus1"))
    let heightInUnits = 1 + (try reader.exponentialGolomb(upTo: Self.largestMapUnit, "pic_height_in_map_units_minus1"))
    holdsOnlyFrames = try reader.bit()
    if !holdsOnlyFrames { try reader.skip(1) }  // mb_adaptive_frame_field_flag
    try reader.skip(1)  // direct_8x8_inference_flag
    width = widthInMacroblocks * 16
    height = heightInUnits * 16 * (holdsOnlyFrames ? 1 : 2)
    if try reader.bit() {
      // Equations 7-19 to 7-22: the unit of cropping follows the chroma samples and the fields.
      let sampled = chromaFormat > 0 && !hasSeparatePlanes
      let horizontalUnit = sampled && chromaFormat < 3 ? 2 : 1
      let verticalUnit = (sampled && chromaFormat == 1 ? 2 : 1) * (holdsOnlyFrames ? 1 : 2)
      let left = try reader.exponentialGolomb(upTo: width, "frame_crop_left_offset")
      let right = try reader.exponentialGolomb(upTo: width, "frame_crop_right_offset")
      let top = try reader.exponentialGolomb(upTo: height, "frame_crop_top_offset")
      let bottom = try reader.exponentialGolomb(upTo: height, "frame_crop_bottom_offset")
      width -= (left + right) * horizontalUnit
      height -= (top + bottom) * verticalUnit
      cropsAtStart = left + top > 0
      guard width > 0, height > 0 else { throw reader.invalid("the cropping rectangle") }
    }
    if try reader.bit() { usability = try Self.readUsability(from: &reader) }
    endsWithItsUnit = reader.isAtTrailingBits
  }

  /// The profiles whose SPS goes on with `chroma_format_idc` (7.3.2.1.1).
  private static let profilesWithChromaFormat: Set<UInt8> = [
    100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
  ]

  /// Level 6.2 allows √(8 · 139264) = 1055 macroblocks a side (A.3.1). The bound is four times that number, so that the
  /// arithmetic cannot overflow.
  private static let largestMapUnit = 4 * 1055

  /// Skips the given number of `scaling_list()` (7.3.2.1.1.1), each after the flag that says whether it is present.
  static func skipScalingMatrix(lists: Int, in reader: inout BitReader) throws(MediaError) {
    for list in 0..<lists where try reader.bit() {
      var last = 8
      var next = 8
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try reader.signedExponentialGolomb())) & 0xff }
        if next != 0 { last = next }
      }
    }
  }

  private static func readPictureOrder(from reader: inout BitReader) throws(MediaError) -> PictureOrder {
    switch try reader.exponentialGolomb(upTo: 2, "pic_order_cnt_type") {
    case 0: return .leastBits(4 + (try reader.exponentialGolomb(upTo: 12, "log2_max_pic_order_cnt_lsb_minus4")))
    case 1:
      let isAlwaysZero = try reader.bit()
      _ = try reader.signedExponentialGolomb()
      _ = try reader.signedExponentialGolomb()
      for _ in 0..<(try reader.exponentialGolomb(upTo: 255, "num_ref_frames_in_pic_order_cnt_cycle")) {
        _ = try reader.signedExponentialGolomb()
      }
      return .differences(isAlwaysZero: isAlwaysZero)
    default: return .decoding
    }
  }

  /// Reads `vui_parameters()`, E.1.1.
  private static func readUsability(from reader: inout BitReader) throws(MediaError) -> VideoUsability {
    var usability = try VideoUsability(readingDisplayFrom: &reader)
    if try reader.bit() {
      try usability.readTick(from: &reader)
      usability.isFixedRate = try reader.bit()
    }
    let hasNetworkDecoder = try reader.bit()
    var delayBits = 0
    if hasNetworkDecoder { delayBits = try delayBitsOfReferenceDecoder(in: &reader) }
    let hasVideoDecoder = try reader.bit()
    if hasVideoDecoder { delayBits = try delayBitsOfReferenceDecoder(in: &reader) }
    if hasNetworkDecoder || hasVideoDecoder { try reader.skip(1) }  // low_delay_hrd_flag
    // Without a picture structure the message has no timecode.
    let hasPictureStructure = try reader.bit()
    if hasPictureStructure { usability.pictureTiming = H264PictureTiming(delayBits: delayBits) }
    if try reader.bit() {
      try reader.skip(1)  // motion_vectors_over_pic_boundaries_flag
      for _ in 0..<4 { _ = try reader.exponentialGolomb() }  // bytes, bits, motion vector lengths
      usability.maximumReorderFrames = try reader.exponentialGolomb(upTo: 16, "max_num_reorder_frames")
      // The field is not needed, and a set that ends before it is still of use.
      _ = try? reader.exponentialGolomb()  // max_dec_frame_buffering
    }
    return usability
  }

  /// Skips `hrd_parameters()`, E.1.2.
  ///
  /// - Returns: the number of bits of the removal delay and the output delay together.
  private static func delayBitsOfReferenceDecoder(in reader: inout BitReader) throws(MediaError) -> Int {
    let count = 1 + (try reader.exponentialGolomb(upTo: 31, "cpb_cnt_minus1"))
    try reader.skip(8)  // bit_rate_scale, cpb_size_scale
    for _ in 0..<count {
      _ = try reader.exponentialGolomb()
      _ = try reader.exponentialGolomb()
      try reader.skip(1)
    }
    try reader.skip(5)  // initial_cpb_removal_delay_length_minus1
    let (removal, output) = (1 + (try reader.int(5)), 1 + (try reader.int(5)))
    try reader.skip(5)  // time_offset_length
    return removal + output
  }
}
