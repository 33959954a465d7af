internal import CFFmpeg

extension Frame {
  /// The picture, cropped as the bitstream says; `nil` for audio and for a picture in a graphics device's memory.
  package var picture: Picture? {
    let frame = pointer.pointee
    let (format, isFullRange) = PixelFormat(rawValue: frame.format).normalized
    guard frame.width > 0, frame.height > 0, !format.isHardware else { return nil }
    var planes: [Picture.Plane] = []
    for index in 0..<format.planeCount {
      guard let base = cff_frame_plane(pointer, Int32(index)) else { return nil }
      planes.append(Picture.Plane(base: base, stride: Int(cff_frame_stride(pointer, Int32(index)))))
    }
    var color = color
    if color.isFullRange == nil, isFullRange { color.isFullRange = true }
    return Picture(
      format: format, width: Int(frame.width), height: Int(frame.height), planes: planes, color: color,
      fieldOrder: fieldOrder, owner: self)
  }

  package var color: ColorDescription {
    let frame = pointer.pointee
    return ColorDescription(
      primaries: frame.color_primaries, transfer: frame.color_trc, matrix: frame.colorspace, range: frame.color_range,
      chromaLocation: frame.chroma_location)
  }

  package var fieldOrder: FieldOrder {
    guard cff_frame_is_interlaced(pointer) else { return .progressive }
    return cff_frame_has_top_field_first(pointer) ? .topFirst : .bottomFirst
  }

  /// The aspect ratio of a pixel, its width to its height; `nil` if it is not known.
  package var sampleAspectRatio: Rational? { Rational(pointer.pointee.sample_aspect_ratio).nonZero }

  package var masteringDisplay: MasteringDisplay? {
    sideData(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA).flatMap(MasteringDisplay.init(sideData:))
  }

  package var contentLightLevel: ContentLightLevel? {
    sideData(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL).flatMap(ContentLightLevel.init(sideData:))
  }

  /// The picture's closed captions: `cc_data` triplets of ATSC A/53 part 4, without their header; `nil` if it has none.
  package var captions: [UInt8]? { sideData(AV_FRAME_DATA_A53_CC).map { [UInt8]($0) } }

  private func sideData(_ type: AVFrameSideDataType) -> UnsafeRawBufferPointer? {
    guard let data = av_frame_get_side_data(pointer, type)?.pointee else { return nil }
    return UnsafeRawBufferPointer(start: data.data, count: data.size)
  }
}
