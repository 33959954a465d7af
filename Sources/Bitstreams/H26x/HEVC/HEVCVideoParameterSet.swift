import MediaSupport

/// The facts of an HEVC video parameter set (7.3.2.1) of a stream with one layer.
struct HEVCVideoParameterSet: Hashable, Sendable {
  var identifier: Int
  /// `vps_max_sub_layers_minus1` + 1, 1 to 7.
  var maximumSubLayers: Int
  var profileTierLevel: HEVCProfileTierLevel

  /// Parses a whole NAL unit: its two header bytes, then the payload with emulation prevention.
  ///
  /// - Throws: `damagedMedia` for a set that breaks the standard or does not end where its unit does, and for a set
  ///   with several layers, with the parameters of a reference decoder, or with extensions.
  init(nalUnit: some Collection<UInt8>) throws(MediaError) {
    var reader = BitReader(EmulationPrevention.removed(from: nalUnit), of: "the HEVC video parameter set")
    try reader.skip(16)
    identifier = try reader.int(4)
    // `vps_base_layer_internal_flag`, `vps_base_layer_available_flag`, then the number of further layers.
    guard try reader.int(8) == 0b1100_0000 else { throw reader.invalid("vps_max_layers_minus1") }
    maximumSubLayers = 1 + (try reader.int(3))
    guard maximumSubLayers <= 7 else { throw reader.invalid("vps_max_sub_layers_minus1") }
    try reader.skip(1)  // vps_temporal_id_nesting_flag
    guard try reader.uint16() == 0xFFFF else { throw reader.invalid("vps_reserved_0xffff_16bits") }
    profileTierLevel = try HEVCProfileTierLevel(readingAllFrom: &reader, maximumSubLayers: maximumSubLayers)
    let ordersEachSubLayer = try reader.bit()
    for _ in 0..<(ordersEachSubLayer ? maximumSubLayers : 1) {
      let buffered = try reader.exponentialGolomb(upTo: 15, "vps_max_dec_pic_buffering_minus1")
      _ = try reader.exponentialGolomb(upTo: buffered, "vps_max_num_reorder_pics")
      _ = try reader.exponentialGolomb()  // vps_max_latency_increase_plus1
    }
    let layerFlags = 1 + (try reader.int(6))
    let sets = try reader.exponentialGolomb(upTo: 1023, "vps_num_layer_sets_minus1")
    try reader.skip(sets * layerFlags)
    if try reader.bit() {  // vps_timing_info_present_flag
      try reader.skip(64)
      if try reader.bit() { _ = try reader.exponentialGolomb() }  // vps_num_ticks_poc_diff_one_minus1
      _ = try reader.exponentialGolomb(upTo: 0, "vps_num_hrd_parameters")
    }
    if try reader.bit() { throw reader.invalid("vps_extension_flag") }
    guard reader.isAtTrailingBits else { throw reader.invalid("rbsp_trailing_bits") }
  }
}
