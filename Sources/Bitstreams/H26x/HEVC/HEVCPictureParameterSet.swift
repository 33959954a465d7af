import MediaSupport

/// The fields of an HEVC picture parameter set (7.3.2.3.1) that are needed to read a slice's header or to write a
/// record.
struct HEVCPictureParameterSet: Hashable, Sendable {
  var identifier: Int
  /// `pps_seq_parameter_set_id`.
  var sequence: Int
  /// `output_flag_present_flag`.
  var statesOutput: Bool
  /// `num_extra_slice_header_bits`.
  var extraHeaderBits: Int
  /// `init_qp_minus26` + 26.
  var initialQuantizer: Int
  /// `diff_cu_qp_delta_depth`; 0 where quantizers do not change within a picture.
  var quantizerDepth = 0
  /// `pps_slice_chroma_qp_offsets_present_flag`.
  var statesChromaQuantizers: Bool
  var hasTiles: Bool
  var isWavefront: Bool
  /// `num_tile_columns_minus1` + 1 and `num_tile_rows_minus1` + 1.
  private(set) var tileColumns = 1
  private(set) var tileRows = 1
  /// `pps_loop_filter_across_slices_enabled_flag`.
  private(set) var filtersAcrossSlices = false
  /// `deblocking_filter_override_enabled_flag`.
  private(set) var overridesDeblocking = false
  /// `pps_deblocking_filter_disabled_flag`.
  private(set) var disablesDeblocking = false
  /// `Log2ParMrgLevel`.
  private(set) var mergeLevel = 0
  /// `slice_segment_header_extension_present_flag`.
  private(set) var extendsHeaders = false
  /// A Boolean value that says whether the set keeps to the bounds of the standard, has tiles of one size if it has
  /// tiles, has no extensions, and ends where its unit does. A set that was misread seldom does. The fields after
  /// `hasTiles` and `isWavefront` are valid only if this is `true`.
  private(set) var isPlain = false

  /// Parses a whole NAL unit: its two header bytes, then the payload with emulation prevention.
  init(nalUnit: some Collection<UInt8>) throws(MediaError) {
    var reader = BitReader(EmulationPrevention.removed(from: nalUnit), of: "the HEVC picture parameter set")
    try reader.skip(16)
    identifier = try reader.exponentialGolomb(upTo: 63, "pps_pic_parameter_set_id")
    sequence = try reader.exponentialGolomb(upTo: 15, "pps_seq_parameter_set_id")
    try reader.skip(1)  // dependent_slice_segments_enabled_flag
    statesOutput = try reader.bit()
    extraHeaderBits = try reader.int(3)
    try reader.skip(2)  // sign_data_hiding_enabled_flag, cabac_init_present_flag
    _ = try reader.exponentialGolomb(upTo: 14, "num_ref_idx_l0_default_active_minus1")
    _ = try reader.exponentialGolomb(upTo: 14, "num_ref_idx_l1_default_active_minus1")
    initialQuantizer = 26 + (try reader.signedExponentialGolomb(in: -74...25, "init_qp_minus26"))
    try reader.skip(2)  // constrained_intra_pred_flag, transform_skip_enabled_flag
    if try reader.bit() { quantizerDepth = try reader.exponentialGolomb(upTo: 3, "diff_cu_qp_delta_depth") }
    _ = try reader.signedExponentialGolomb(in: -12...12, "pps_cb_qp_offset")
    _ = try reader.signedExponentialGolomb(in: -12...12, "pps_cr_qp_offset")
    statesChromaQuantizers = try reader.bit()
    try reader.skip(3)  // weighted prediction (two), transquant_bypass_enabled_flag
    hasTiles = try reader.bit()
    isWavefront = try reader.bit()
    isPlain = (try? readRest(from: &reader)) != nil
  }

  /// Reads the rest of a set. The function throws if the set is not plain.
  private mutating func readRest(from reader: inout BitReader) throws(MediaError) {
    if hasTiles {
      tileColumns = 1 + (try reader.exponentialGolomb(upTo: 19, "num_tile_columns_minus1"))
      tileRows = 1 + (try reader.exponentialGolomb(upTo: 21, "num_tile_rows_minus1"))
      // Tiles with explicit sizes are rare.
      guard try reader.bit() else { throw reader.invalid("uniform_spacing_flag") }
      try reader.skip(1)  // loop_filter_across_tiles_enabled_flag
    }
    filtersAcrossSlices = try reader.bit()
    if try reader.bit() {  // deblocking_filter_control_present_flag
      overridesDeblocking = try reader.bit()
      disablesDeblocking = try reader.bit()
      if !disablesDeblocking { try Self.skipDeblockingOffsets(in: &reader) }
    }
    if try reader.bit() { try HEVCSequenceParameterSet.skipScalingLists(in: &reader) }
    try reader.skip(1)  // lists_modification_present_flag
    mergeLevel = 2 + (try reader.exponentialGolomb(upTo: 4, "log2_parallel_merge_level_minus2"))
    extendsHeaders = try reader.bit()
    if try reader.bit() { throw reader.invalid("pps_extension_present_flag") }
    guard reader.isAtTrailingBits else { throw reader.invalid("rbsp_trailing_bits") }
  }

  /// Skips the offsets for β and tC (7.4.3.3.1).
  static func skipDeblockingOffsets(in reader: inout BitReader) throws(MediaError) {
    _ = try reader.signedExponentialGolomb(in: -6...6, "beta_offset_div2")
    _ = try reader.signedExponentialGolomb(in: -6...6, "tc_offset_div2")
  }

  /// Returns the greatest number of entry points in a slice of a picture with a number of rows of coding tree blocks
  /// (7.4.7.1).
  func mostEntryPoints(rows: Int) -> Int {
    switch (hasTiles, isWavefront) {
    case (false, false): 0
    case (false, true): rows - 1
    case (true, false): tileColumns * tileRows - 1
    case (true, true): tileColumns * rows - 1
    }
  }
}
