import MediaSupport

extension VideoUsability {
  /// Reads `vui_parameters()` of HEVC, E.2.1.
  init(readingHEVCFrom reader: inout BitReader, maximumSubLayers: Int) throws(MediaError) {
    try self.init(readingDisplayFrom: &reader)
    try reader.skip(3)  // neutral_chroma_indication_flag, field_seq_flag, frame_field_info_present_flag
    if try reader.bit() {  // default_display_window_flag
      for _ in 0..<4 { _ = try reader.exponentialGolomb() }
    }
    if try reader.bit() {
      try readTick(from: &reader)
      if try reader.bit() { _ = try reader.exponentialGolomb() }  // vui_num_ticks_poc_diff_one_minus1
      if try reader.bit() { try Self.skipReferenceDecoder(in: &reader, maximumSubLayers: maximumSubLayers) }
    }
    if try reader.bit() {
      try reader.skip(3)
      minimumSpatialSegmentation = UInt16(try reader.exponentialGolomb(upTo: 4095, "min_spatial_segmentation_idc"))
    }
  }

  /// Skips `hrd_parameters(1, maximumSubLayers - 1)`, E.2.2.
  private static func skipReferenceDecoder(in reader: inout BitReader, maximumSubLayers: Int) throws(MediaError) {
    let hasNetworkDecoder = try reader.bit()
    let hasVideoDecoder = try reader.bit()
    var hasSubPictures = false
    if hasNetworkDecoder || hasVideoDecoder {
      hasSubPictures = try reader.bit()
      if hasSubPictures { try reader.skip(8 + 5 + 1 + 5) }
      try reader.skip(8)  // bit_rate_scale, cpb_size_scale
      if hasSubPictures { try reader.skip(4) }  // cpb_size_du_scale
      try reader.skip(15)  // three lengths of 5 bits
    }
    for _ in 0..<maximumSubLayers {
      let isFixedGenerally = try reader.bit()
      let isFixed = isFixedGenerally ? true : try reader.bit()
      var isLowDelay = false
      if isFixed {
        _ = try reader.exponentialGolomb()  // elemental_duration_in_tc_minus1
      } else {
        isLowDelay = try reader.bit()
      }
      let buffers = isLowDelay ? 1 : 1 + (try reader.exponentialGolomb(upTo: 31, "cpb_cnt_minus1"))
      for _ in 0..<buffers * (hasNetworkDecoder ? 1 : 0) + buffers * (hasVideoDecoder ? 1 : 0) {
        for _ in 0..<(hasSubPictures ? 4 : 2) { _ = try reader.exponentialGolomb() }
        try reader.skip(1)  // cbr_flag
      }
    }
  }
}
