import MediaSupport

/// The part of an HEVC picture parameter set (7.3.2.3.1) that says how pictures can be decoded in parallel.
struct HEVCPictureParameterSet {
  var hasTiles: Bool
  var isWavefront: Bool

  /// Parses a whole NAL unit: its two header bytes, then the payload with emulation prevention.
  init(nalUnit: some Collection<UInt8>) throws(MediaError) {
    var reader = BitReader(EmulationPrevention.removed(from: nalUnit), of: "the HEVC picture parameter set")
    try reader.skip(16)
    _ = try reader.exponentialGolomb(upTo: 63, "pps_pic_parameter_set_id")
    _ = try reader.exponentialGolomb(upTo: 15, "pps_seq_parameter_set_id")
    try reader.skip(1 + 1 + 3 + 1 + 1)  // dependent slices, output flag, extra header bits, sign hiding, CABAC init
    _ = try reader.exponentialGolomb()  // num_ref_idx_l0_default_active_minus1
    _ = try reader.exponentialGolomb()  // num_ref_idx_l1_default_active_minus1
    _ = try reader.signedExponentialGolomb()  // init_qp_minus26
    try reader.skip(2)  // constrained_intra_pred_flag, transform_skip_enabled_flag
    if try reader.bit() { _ = try reader.exponentialGolomb() }  // diff_cu_qp_delta_depth
    _ = try reader.signedExponentialGolomb()  // pps_cb_qp_offset
    _ = try reader.signedExponentialGolomb()  // pps_cr_qp_offset
    try reader.skip(4)  // slice chroma offsets, weighted prediction (two), transquant bypass
    hasTiles = try reader.bit()
    isWavefront = try reader.bit()
  }
}
