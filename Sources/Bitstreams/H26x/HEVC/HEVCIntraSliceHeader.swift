package import MediaSupport

/// The header of an HEVC slice (7.3.6.1) that begins a picture which refreshes the decoder at once (IDR). Decoding
/// begins with such a slice.
package struct HEVCIntraSliceHeader: Hashable, Sendable {
  /// The identifier of the picture parameter set.
  package var parameterSet: Int
  /// The quantizer of the slice. It is at least 0 for samples of 8 bits, and may be negative for deeper samples.
  package var quantizer: Int

  /// The number of bytes at the start of a unit in which the longest header fits: tiles and wavefronts have the offsets
  /// of up to 440 entry points.
  private static let longestHeader = 4096

  /// Parses the beginning of a NAL unit: its two header bytes, then the payload with emulation prevention.
  ///
  /// - Parameter sets: the parameter sets that the slice may refer to.
  /// - Throws: `damagedMedia` for a header that breaks the standard, and for a slice of another kind.
  package init(nalUnit: some Collection<UInt8>, of sets: HEVCParameterSets) throws(MediaError) {
    let beginning = EmulationPrevention.removed(from: nalUnit.prefix(Self.longestHeader))
    var reader = BitReader(beginning, of: "the HEVC slice's header")
    let (header, layers) = (try reader.uint8(), try reader.uint8())
    guard header & 0x81 == 0, layers == 1, HEVCNALUnitType(header: header).isInstantaneousRefresh else {
      throw reader.invalid("the unit's header")
    }
    guard try reader.bit() else { throw reader.invalid("first_slice_segment_in_pic_flag") }
    try reader.skip(1)  // no_output_of_prior_pics_flag
    let name = try reader.exponentialGolomb(upTo: 63, "slice_pic_parameter_set_id")
    guard let set = sets.pictures.last(where: { $0.identifier == name }), let sequence = sets.sequence(of: set) else {
      throw reader.invalid("slice_pic_parameter_set_id")
    }
    parameterSet = name
    try reader.skip(set.extraHeaderBits)
    guard try reader.exponentialGolomb() == 2 else { throw reader.invalid("slice_type") }
    if set.statesOutput { try reader.skip(1) }  // pic_output_flag
    if sequence.hasSeparatePlanes { try reader.skip(2) }  // colour_plane_id
    let hasChroma = sequence.chromaFormat > 0 && !sequence.hasSeparatePlanes
    var isFiltered = false
    if sequence.hasSampleOffsets {
      isFiltered = try reader.bit()
      if hasChroma, try reader.bit() { isFiltered = true }
    }
    quantizer = set.initialQuantizer + (try reader.signedExponentialGolomb())
    guard (-6 * (Int(sequence.lumaBitDepth) - 8)...51).contains(quantizer) else {
      throw reader.invalid("slice_qp_delta")
    }
    if set.statesChromaQuantizers {
      for field in ["slice_cb_qp_offset", "slice_cr_qp_offset"] {
        _ = try reader.signedExponentialGolomb(in: -12...12, field)
      }
    }
    var isDeblocked = !set.disablesDeblocking
    if set.overridesDeblocking, try reader.bit() {
      isDeblocked = try !reader.bit()
      if isDeblocked { try HEVCPictureParameterSet.skipDeblockingOffsets(in: &reader) }
    }
    // `slice_loop_filter_across_slices_enabled_flag`.
    if set.filtersAcrossSlices, isFiltered || isDeblocked { try reader.skip(1) }
    if set.hasTiles || set.isWavefront {
      let most = set.mostEntryPoints(rows: sequence.blocks.treeBlocks(in: sequence.codedHeight))
      let count = try reader.exponentialGolomb(upTo: most, "num_entry_point_offsets")
      if count > 0 { try reader.skip(count * (1 + (try reader.exponentialGolomb(upTo: 31, "offset_len_minus1")))) }
    }
    if set.extendsHeaders {
      try reader.skip(8 * (try reader.exponentialGolomb(upTo: 256, "slice_segment_header_extension_length")))
    }
    // `byte_alignment()` (7.3.2.12).
    guard try reader.bit() else { throw reader.invalid("alignment_bit_equal_to_one") }
    while reader.position & 7 != 0 {
      if try reader.bit() { throw reader.invalid("alignment_bit_equal_to_zero") }
    }
  }
}
