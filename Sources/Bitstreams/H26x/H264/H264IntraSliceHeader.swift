package import MediaSupport

/// The header of an H.264 slice (7.3.3) that begins a picture and is predicted from this picture alone. Decoding begins
/// with such a slice.
package struct H264IntraSliceHeader: Hashable, Sendable {
  /// The identifier of the picture parameter set.
  package var parameterSet: Int
  /// The quantizer of the first macroblock. It is at least 0 for samples of 8 bits, and may be negative for deeper
  /// samples.
  package var quantizer: Int

  /// The number of bytes at the start of a unit in which the longest header fits.
  private static let longestHeader = 512

  /// Parses the beginning of a NAL unit: its header byte, then the payload with emulation prevention.
  ///
  /// - Parameter sets: the picture parameter sets that the slice may refer to.
  /// - Throws: `damagedMedia` for a header that breaks the standard, and for a slice of another kind.
  package init(
    nalUnit: some Collection<UInt8>, of sets: [H264PictureParameterSet]
  ) throws(MediaError) {
    let beginning = EmulationPrevention.removed(from: nalUnit.prefix(Self.longestHeader))
    var reader = BitReader(beginning, of: "the H.264 slice's header")
    let header = try reader.uint8()
    let type = H264NALUnitType(header: header)
    let isRefreshing = type == .instantaneousRefreshSlice
    let isReference = header & 0x60 != 0
    guard header & 0x80 == 0, type == .slice || isRefreshing && isReference else {
      throw reader.invalid("the unit's header")
    }
    _ = try reader.exponentialGolomb(upTo: 0, "first_mb_in_slice")
    // `slice_type` is greater by five if all slices of the picture have this type (table 7-6).
    guard try reader.exponentialGolomb(upTo: 9, "slice_type") % 5 == 2 else { throw reader.invalid("slice_type") }
    let name = try reader.exponentialGolomb(upTo: 255, "pic_parameter_set_id")
    guard let set = sets.last(where: { $0.identifier == name }) else { throw reader.invalid("pic_parameter_set_id") }
    parameterSet = name
    let sequence = set.sequence
    if sequence.hasSeparatePlanes { try reader.skip(2) }  // colour_plane_id
    let number = try reader.bits(sequence.frameNumberBits)
    guard number == 0 || !isRefreshing else { throw reader.invalid("frame_num") }
    var isField = false
    if !sequence.holdsOnlyFrames {
      isField = try reader.bit()
      if isField { try reader.skip(1) }  // bottom_field_flag
    }
    if isRefreshing { _ = try reader.exponentialGolomb(upTo: 65_535, "idr_pic_id") }
    let ordersFields = set.ordersFields && !isField
    switch sequence.pictureOrder {
    case .leastBits(let count):
      try reader.skip(count)
      if ordersFields { _ = try reader.signedExponentialGolomb() }
    case .differences(isAlwaysZero: false):
      _ = try reader.signedExponentialGolomb()
      if ordersFields { _ = try reader.signedExponentialGolomb() }
    case .differences, .decoding: break
    }
    if set.countsRedundantPictures { _ = try reader.exponentialGolomb(upTo: 0, "redundant_pic_cnt") }
    if isRefreshing {
      try reader.skip(2)  // no_output_of_prior_pics_flag, long_term_reference_flag
    } else if isReference {
      try Self.skipMarking(in: &reader)
    }
    quantizer = set.initialQuantizer + (try reader.signedExponentialGolomb())
    guard (-6 * (Int(sequence.lumaBitDepth) - 8)...51).contains(quantizer) else {
      throw reader.invalid("slice_qp_delta")
    }
    if set.controlsDeblocking, try reader.exponentialGolomb(upTo: 2, "disable_deblocking_filter_idc") != 1 {
      _ = try reader.signedExponentialGolomb(in: -6...6, "slice_alpha_c0_offset_div2")
      _ = try reader.signedExponentialGolomb(in: -6...6, "slice_beta_offset_div2")
    }
    // `cabac_alignment_one_bit` (7.3.4).
    while set.isArithmetic, reader.position & 7 != 0 {
      guard try reader.bit() else { throw reader.invalid("cabac_alignment_one_bit") }
    }
  }

  /// Skips `dec_ref_pic_marking()` (7.3.3.3) of a picture that is not an IDR picture.
  private static func skipMarking(in reader: inout BitReader) throws(MediaError) {
    guard try reader.bit() else { return }
    while true {
      let operation = try reader.exponentialGolomb(upTo: 6, "memory_management_control_operation")
      if operation == 0 { return }
      for _ in 0..<[0, 1, 1, 2, 1, 0, 1][operation] { _ = try reader.exponentialGolomb() }
    }
  }
}
