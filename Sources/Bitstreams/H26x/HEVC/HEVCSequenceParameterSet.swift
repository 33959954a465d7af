package import MediaSupport

/// The facts of an HEVC sequence parameter set (7.3.2.2) that a container needs.
package struct HEVCSequenceParameterSet: Hashable, Sendable {
  package var identifier: Int
  /// `sps_video_parameter_set_id`.
  var videoParameterSet: Int
  package var profileTierLevel: HEVCProfileTierLevel
  /// `sps_max_sub_layers_minus1` + 1, 1 to 7.
  package var maximumSubLayers: Int
  package var isTemporalIDNested: Bool
  /// `chroma_format_idc`: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  package var chromaFormat: UInt8
  /// `separate_colour_plane_flag`.
  var hasSeparatePlanes: Bool
  package var lumaBitDepth: UInt8
  package var chromaBitDepth: UInt8
  /// The size of the picture within its conformance window, in luma samples.
  package var width: Int
  package var height: Int
  /// The size of the whole picture, in luma samples.
  var codedWidth: Int
  var codedHeight: Int
  var blocks: HEVCBlockSizes
  /// The width and the height of a coding tree block, in luma samples: 16, 32 or 64.
  package var treeBlockSize: Int { 1 << min(blocks.codingTreeBlock, 6) }
  /// `sample_adaptive_offset_enabled_flag`.
  var hasSampleOffsets: Bool
  /// `sps_max_num_reorder_pics` of the highest sub-layer.
  package var maximumReorderPictures: Int
  package var usability: VideoUsability?
  /// A Boolean value that says whether the set keeps to the bounds of the standard, has no extensions and no PCM
  /// samples, and ends where its unit does. A set that was misread seldom does.
  package private(set) var isPlain: Bool

  /// Parses a whole NAL unit of layer 0: its two header bytes, then the payload with emulation prevention.
  package init(nalUnit: some Collection<UInt8>) throws(MediaError) {
    var reader = BitReader(EmulationPrevention.removed(from: nalUnit), of: "the HEVC sequence parameter set")
    let type = HEVCNALUnitType(header: try reader.uint8())
    guard type == .sequenceParameterSet else { throw reader.invalid("nal_unit_type \(type.rawValue)") }
    try reader.skip(8)
    videoParameterSet = try reader.int(4)
    maximumSubLayers = 1 + (try reader.int(3))
    guard maximumSubLayers <= 7 else { throw reader.invalid("sps_max_sub_layers_minus1") }
    isTemporalIDNested = try reader.bit()
    profileTierLevel = try HEVCProfileTierLevel(readingAllFrom: &reader, maximumSubLayers: maximumSubLayers)
    identifier = try reader.exponentialGolomb(upTo: 15, "sps_seq_parameter_set_id")
    chromaFormat = UInt8(try reader.exponentialGolomb(upTo: 3, "chroma_format_idc"))
    hasSeparatePlanes = chromaFormat == 3 ? try reader.bit() : false

    codedWidth = try reader.exponentialGolomb(upTo: Self.largestSide, "pic_width_in_luma_samples")
    codedHeight = try reader.exponentialGolomb(upTo: Self.largestSide, "pic_height_in_luma_samples")
    (width, height) = (codedWidth, codedHeight)
    if try reader.bit() {
      let sampled = !hasSeparatePlanes
      let horizontalUnit = sampled && (chromaFormat == 1 || chromaFormat == 2) ? 2 : 1
      let verticalUnit = sampled && chromaFormat == 1 ? 2 : 1
      let left = try reader.exponentialGolomb(upTo: width, "conf_win_left_offset")
      let right = try reader.exponentialGolomb(upTo: width, "conf_win_right_offset")
      let top = try reader.exponentialGolomb(upTo: height, "conf_win_top_offset")
      let bottom = try reader.exponentialGolomb(upTo: height, "conf_win_bottom_offset")
      width -= (left + right) * horizontalUnit
      height -= (top + bottom) * verticalUnit
    }
    guard width > 0, height > 0 else { throw reader.invalid("the picture's size") }

    lumaBitDepth = UInt8(8 + (try reader.exponentialGolomb(upTo: 8, "bit_depth_luma_minus8")))
    chromaBitDepth = UInt8(8 + (try reader.exponentialGolomb(upTo: 8, "bit_depth_chroma_minus8")))
    let orderCountBits = 4 + (try reader.exponentialGolomb(upTo: 12, "log2_max_pic_order_cnt_lsb_minus4"))
    maximumReorderPictures = 0
    isPlain = true
    let ordersEachSubLayer = try reader.bit()
    for _ in 0..<(ordersEachSubLayer ? maximumSubLayers : 1) {
      let buffered = try reader.exponentialGolomb()  // sps_max_dec_pic_buffering_minus1
      maximumReorderPictures = try reader.exponentialGolomb(upTo: 15, "sps_max_num_reorder_pics")
      if buffered > 15 || buffered < maximumReorderPictures { isPlain = false }
      _ = try reader.exponentialGolomb()  // sps_max_latency_increase_plus1
    }
    blocks = try HEVCBlockSizes(from: &reader)
    if !blocks.fit(width: codedWidth, height: codedHeight) { isPlain = false }
    if try reader.bit(), try reader.bit() { try Self.skipScalingLists(in: &reader) }
    try reader.skip(1)  // amp_enabled_flag
    hasSampleOffsets = try reader.bit()
    if try reader.bit() {  // pcm_enabled_flag
      isPlain = false
      try reader.skip(8)
      _ = try reader.exponentialGolomb()
      _ = try reader.exponentialGolomb()
      try reader.skip(1)
    }
    try HEVCReferencePictureSets.skip(in: &reader)
    if try reader.bit() {  // long_term_ref_pics_present_flag
      let count = try reader.exponentialGolomb(upTo: 32, "num_long_term_ref_pics_sps")
      try reader.skip(count * (orderCountBits + 1))
    }
    try reader.skip(2)  // sps_temporal_mvp_enabled_flag, strong_intra_smoothing_enabled_flag
    if try reader.bit() {
      usability = try VideoUsability(readingHEVCFrom: &reader, maximumSubLayers: maximumSubLayers)
    }
    // `sps_extension_present_flag`. A set that ends before this flag is not plain, but its fields are valid.
    if (try? reader.bit()) != false || !reader.isAtTrailingBits { isPlain = false }
  }

  /// Level 6.2 allows √(8 · 35651584) = 16888 luma samples a side (A.4.1). The bound is four times that number, so that
  /// the arithmetic cannot overflow.
  private static let largestSide = 4 * 16_888

  /// Skips `scaling_list_data()`, 7.3.4.
  static func skipScalingLists(in reader: inout BitReader) throws(MediaError) {
    for size in 0..<4 {
      for list in 0..<(size == 3 ? 2 : 6) {
        guard try reader.bit() else {  // scaling_list_pred_mode_flag
          _ = try reader.exponentialGolomb(upTo: list, "scaling_list_pred_matrix_id_delta")
          continue
        }
        if size > 1 { _ = try reader.signedExponentialGolomb(in: -7...247, "scaling_list_dc_coef_minus8") }
        for _ in 0..<min(64, 1 << (4 + size << 1)) {
          _ = try reader.signedExponentialGolomb(in: -128...127, "scaling_list_delta_coef")
        }
      }
    }
  }
}
