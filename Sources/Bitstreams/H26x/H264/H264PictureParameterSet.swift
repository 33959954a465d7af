package import MediaSupport

/// The fields of an H.264 picture parameter set (7.3.2.2) that are needed to read a slice's header.
package struct H264PictureParameterSet: Hashable, Sendable {
  package var identifier: Int
  /// The sequence parameter set that this set refers to.
  package var sequence: H264SequenceParameterSet
  /// `entropy_coding_mode_flag`: a Boolean value that says whether macroblocks are coded arithmetically (CABAC).
  package var isArithmetic: Bool
  /// `bottom_field_pic_order_in_frame_present_flag`.
  package var ordersFields: Bool
  /// `pic_init_qp_minus26` + 26.
  package var initialQuantizer: Int
  /// `deblocking_filter_control_present_flag`.
  package var controlsDeblocking: Bool
  /// `redundant_pic_cnt_present_flag`.
  package var countsRedundantPictures: Bool

  /// Parses a whole NAL unit: its header byte, then the payload with emulation prevention.
  ///
  /// - Parameter sequences: the sequence parameter sets that the set may refer to.
  /// - Throws: `damagedMedia` for a set that breaks the standard or does not end where its unit does, for a set that
  ///   refers to a sequence parameter set that is not there, and for several slice groups, which decoders in use do not
  ///   support.
  package init(
    nalUnit: some Collection<UInt8>, of sequences: [H264SequenceParameterSet]
  ) throws(MediaError) {
    var reader = BitReader(EmulationPrevention.removed(from: nalUnit), of: "the H.264 picture parameter set")
    let header = try reader.uint8()
    guard header & 0x80 == 0, H264NALUnitType(header: header) == .pictureParameterSet else {
      throw reader.invalid("nal_unit_type")
    }
    identifier = try reader.exponentialGolomb(upTo: 255, "pic_parameter_set_id")
    let name = try reader.exponentialGolomb(upTo: 31, "seq_parameter_set_id")
    guard let named = sequences.last(where: { $0.identifier == name }) else {
      throw reader.invalid("seq_parameter_set_id")
    }
    sequence = named
    isArithmetic = try reader.bit()
    ordersFields = try reader.bit()
    _ = try reader.exponentialGolomb(upTo: 0, "num_slice_groups_minus1")
    _ = try reader.exponentialGolomb(upTo: 31, "num_ref_idx_l0_default_active_minus1")
    _ = try reader.exponentialGolomb(upTo: 31, "num_ref_idx_l1_default_active_minus1")
    try reader.skip(1)  // weighted_pred_flag
    guard try reader.int(2) <= 2 else { throw reader.invalid("weighted_bipred_idc") }
    let deepening = 6 * (Int(named.lumaBitDepth) - 8)
    initialQuantizer =
      26 + (try reader.signedExponentialGolomb(in: -26 - deepening...25, "pic_init_qp_minus26"))
    _ = try reader.signedExponentialGolomb(in: -26...25, "pic_init_qs_minus26")
    _ = try reader.signedExponentialGolomb(in: -12...12, "chroma_qp_index_offset")
    controlsDeblocking = try reader.bit()
    try reader.skip(1)  // constrained_intra_pred_flag
    countsRedundantPictures = try reader.bit()
    if reader.hasMorePayload {
      let isOfEights = try reader.bit()  // transform_8x8_mode_flag
      if try reader.bit() {
        try H264SequenceParameterSet.skipScalingMatrix(
          lists: 6 + (isOfEights ? (named.chromaFormat == 3 ? 6 : 2) : 0), in: &reader)
      }
      _ = try reader.signedExponentialGolomb(in: -12...12, "second_chroma_qp_index_offset")
    }
    guard reader.isAtTrailingBits else { throw reader.invalid("rbsp_trailing_bits") }
  }
}
