package import MediaSupport

/// The start of a VP9 key frame's uncompressed header (VP9 bitstream specification 6.2).
package struct VP9KeyFrameHeader: Hashable, Sendable {
  /// The profile: 0 is 8 bits and 4:2:0; 1 is 8 bits and other subsampling; 2 and 3 are the same with 10 or 12 bits.
  package var profile: UInt8
  package var bitDepth: UInt8
  package var isSubsampledHorizontally = true
  package var isSubsampledVertically = true
  package var color: CodedColor
  package var width: Int
  package var height: Int

  /// Parses a frame.
  ///
  /// - Throws: `damagedMedia` when the frame is cut, is not VP9, or is not a key frame. Only key frames state the
  ///   format.
  package init(frame: [UInt8]) throws(MediaError) {
    // The header is at most 19 bytes long.
    var reader = BitReader(frame.prefix(32), of: "the VP9 key frame")
    guard try reader.int(2) == 2 else { throw reader.invalid("frame_marker") }
    let low = try reader.uint8(1)
    let high = try reader.uint8(1)
    profile = high << 1 | low
    if profile == 3, try reader.bit() { throw reader.invalid("the profile") }
    guard try !reader.bit(), try !reader.bit() else { throw reader.invalid("frame_type") }
    try reader.skip(2)  // show_frame, error_resilient_mode
    guard try reader.uint32(24) == 0x49_8342 else { throw reader.invalid("frame_sync_code") }

    // color_config(), 6.2.2
    bitDepth = profile >= 2 ? (try reader.bit() ? 12 : 10) : 8
    let space = try reader.int(3)
    color = CodedColor(matrix: Self.matrices[space])
    let hasSampling = profile & 1 == 1
    if space == Self.rgb {
      guard hasSampling else { throw reader.invalid("color_space") }
      color.isFullRange = true
      isSubsampledHorizontally = false
      isSubsampledVertically = false
      try reader.skip(1)
    } else {
      color.isFullRange = try reader.bit()
      if hasSampling {
        isSubsampledHorizontally = try reader.bit()
        isSubsampledVertically = try reader.bit()
        try reader.skip(1)
      }
    }
    width = 1 + (try reader.int(16))
    height = 1 + (try reader.int(16))
  }

  private static let rgb = 7

  /// The H.273 matrices of `color_space` (7.2.2): unknown, BT.601 (625 lines), BT.709, SMPTE 170M, SMPTE 240M, BT.2020,
  /// reserved, RGB. `color_space` does not determine primaries and transfer: BT.2020 may be SDR, PQ or HLG.
  private static let matrices: [UInt8] = [2, 5, 1, 6, 7, 9, 2, 0]
}
