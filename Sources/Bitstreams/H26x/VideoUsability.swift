import MediaSupport

/// The fields of the video usability information of H.264 (annex E) and HEVC (annex E) for display and timing.
package struct VideoUsability: Hashable, Sendable {
  package var pixelAspectRatio: PixelAspectRatio?
  /// The shape of pixels that are not square. It is `nil` for square pixels, and if the shape is not stated.
  package var unevenPixelAspectRatio: PixelAspectRatio? {
    pixelAspectRatio.flatMap { $0.horizontal == $0.vertical ? nil : $0 }
  }
  /// A Boolean value that is `false` if the coded shape of pixels is unspecified, reserved or zero.
  package private(set) var statesKnownShape = true
  /// The colour; `nil` when the stream has no `video_signal_type`.
  package var color: CodedColor?
  /// `chroma_sample_loc_type` of the top field, 0 (left) to 5.
  package var chromaLocation: UInt8?
  /// The duration of a tick, `num_units_in_tick`/`time_scale`. A tick is a field in H.264 (two in a frame), and a
  /// picture in HEVC.
  package var tick: (units: UInt32, scale: UInt32)? {
    timeScale == 0 || unitsInTick == 0 ? nil : (unitsInTick, timeScale)
  }
  package var isFixedRate = false
  /// `max_num_reorder_frames` (H.264). It is `nil` if it is not coded, and for HEVC, which has it in the SPS itself.
  package var maximumReorderFrames: Int?
  /// The layout of the picture timing messages (H.264); `nil` if pictures have no timecode.
  package var pictureTiming: H264PictureTiming?
  /// `min_spatial_segmentation_idc` (HEVC).
  package var minimumSpatialSegmentation: UInt16 = 0

  var unitsInTick: UInt32 = 0
  var timeScale: UInt32 = 0

  /// Reads the part that both codecs code alike: aspect ratio, overscan, video signal and chroma location.
  init(readingDisplayFrom reader: inout BitReader) throws(MediaError) {
    if try reader.bit() {
      pixelAspectRatio = try .read(from: &reader)
      statesKnownShape = pixelAspectRatio != nil
    }
    if try reader.bit() { try reader.skip(1) }  // overscan_info_present_flag, overscan_appropriate_flag
    if try reader.bit() {
      try reader.skip(3)  // video_format
      var color = CodedColor(isFullRange: try reader.bit())
      if try reader.bit() {
        color.primaries = try reader.uint8()
        color.transfer = try reader.uint8()
        color.matrix = try reader.uint8()
      }
      self.color = color
    }
    if try reader.bit() {
      chromaLocation = UInt8(try reader.exponentialGolomb(upTo: 5, "chroma_sample_loc_type"))
      _ = try reader.exponentialGolomb(upTo: 5, "chroma_sample_loc_type")
    }
  }

  mutating func readTick(from reader: inout BitReader) throws(MediaError) {
    unitsInTick = try reader.uint32()
    timeScale = try reader.uint32()
  }
}
