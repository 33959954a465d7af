internal import CFFmpeg

extension Frame {
  /// The picture, cropped as the bitstream states; `nil` for audio, and for a picture in a graphics device's memory. An
  /// indexed picture is converted to its colours.
  package var picture: Picture? {
    let frame = pointer.pointee
    let (format, isFullRange) = PixelFormat(rawValue: frame.format).normalized
    guard frame.width > 0, frame.height > 0, !format.isHardware else { return nil }
    if format.isPaletted { return colored }
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

  /// A picture of B, G, R and A from a frame with a palette. The palette is in place of the second plane: 256 words of
  /// 32 bits, with alpha in the highest eight bits, then red, green and blue.
  private var colored: Picture? {
    let (width, height) = (Int(pointer.pointee.width), Int(pointer.pointee.height))
    guard let samples = cff_frame_plane(pointer, 0), let palette = cff_frame_plane(pointer, 1),
      let picture = try? PictureStorage.picture(
        format: .bgra, width: width, height: height, color: color, fieldOrder: fieldOrder)
    else { return nil }
    let colors = UnsafeRawPointer(palette).assumingMemoryBound(to: UInt32.self)
    for row in 0..<height {
      let source = samples + row * Int(cff_frame_stride(pointer, 0))
      let target = (picture.planes[0].base + row * picture.planes[0].stride).assumingMemoryBound(to: UInt32.self)
      for column in 0..<width { target[column] = colors[Int(source[column])].littleEndian }
    }
    return picture
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
