internal import CFFmpeg

extension PixelFormat: CustomStringConvertible {
  package var description: String { name }
}

/// The properties of a format by libavutil's descriptor, that of its library's format; neutral values for a number that
/// nobody knows.
extension PixelFormat {
  /// The format of libavutil's that has the same samples, in other places where this is none of its own.
  package var libraryFormat: PixelFormat { packing?.planarFormat ?? self }

  /// libavutil's name, or Core Video's where that has none; "none" for a number that nobody knows.
  package var name: String { packing?.name ?? av_get_pix_fmt_name(cValue).map { String(cString: $0) } ?? "none" }

  package var planeCount: Int { packing == nil ? max(0, Int(av_pix_fmt_count_planes(cValue))) : 1 }

  /// The number of bits of the deepest component.
  package var bitsPerComponent: Int {
    guard let descriptor else { return 0 }
    let parts = descriptor.comp
    return Int(max(parts.0.depth, parts.1.depth, parts.2.depth, parts.3.depth))
  }

  package var componentCount: Int { Int(descriptor?.nb_components ?? 0) }

  /// The power of two that a picture's width is divided by, rounded up, for a chroma plane's width.
  package var log2ChromaWidth: Int { Int(descriptor?.log2_chroma_w ?? 0) }
  package var log2ChromaHeight: Int { Int(descriptor?.log2_chroma_h ?? 0) }

  /// The chroma subsampling by its usual name: `4:2:0`, `4:4:4`, `RGB`. It is `nil` for one without such a name.
  package var samplingName: String? {
    if isRGB || isPaletted { return "RGB" }
    if isGray { return "4:0:0" }
    switch (log2ChromaWidth, log2ChromaHeight) {
    case (0, 0): return "4:4:4"
    case (0, 1): return "4:4:0"
    case (1, 0): return "4:2:2"
    case (1, 1): return "4:2:0"
    case (2, 0): return "4:1:1"
    case (2, 2): return "4:1:0"
    default: return nil
    }
  }

  package var isRGB: Bool { has(AV_PIX_FMT_FLAG_RGB) }
  package var isGray: Bool { !isRGB && componentCount - (hasAlpha ? 1 : 0) == 1 }
  package var hasAlpha: Bool { has(AV_PIX_FMT_FLAG_ALPHA) }
  /// A Boolean value that says whether at least two components lie in planes of their own.
  package var isPlanar: Bool { packing == nil && has(AV_PIX_FMT_FLAG_PLANAR) }
  package var isPaletted: Bool { has(AV_PIX_FMT_FLAG_PAL) }
  package var isBigEndian: Bool { has(AV_PIX_FMT_FLAG_BE) }
  package var isFloat: Bool { has(AV_PIX_FMT_FLAG_FLOAT) }
  /// A Boolean value that says whether it is in the memory of a graphics device, which cannot be read as planes.
  package var isHardware: Bool { has(AV_PIX_FMT_FLAG_HWACCEL) }

  /// Returns the number of bytes of one row of a plane of a picture of that width, without padding.
  package func bytesPerRow(width: Int, plane: Int) -> Int {
    if let packing { return packing.bytesPerRow(width: width) }
    guard let width = Int32(exactly: width), let plane = Int32(exactly: plane) else { return 0 }
    return max(0, Int(av_image_get_linesize(cValue, width, plane)))
  }

  /// The number that the distance of rows is a multiple of by the format's own definition: 1 but for v210.
  var rowAlignment: Int { packing?.rowAlignment ?? 1 }

  /// Returns the number of rows of a plane of a picture of that height: planes 1 and 2 are chroma where there are any.
  package func rowCount(height: Int, plane: Int) -> Int {
    guard plane == 1 || plane == 2, !isRGB else { return height }
    return (height + (1 << log2ChromaHeight) - 1) >> log2ChromaHeight
  }

  /// The format with libav's obsolete "J" formats replaced, which imply full range, and whether it was one of them.
  package var normalized: (format: PixelFormat, isFullRange: Bool) {
    switch cValue {
    case AV_PIX_FMT_YUVJ420P: (.yuv420p, true)
    case AV_PIX_FMT_YUVJ422P: (.yuv422p, true)
    case AV_PIX_FMT_YUVJ444P: (.yuv444p, true)
    case AV_PIX_FMT_YUVJ440P: (PixelFormat(AV_PIX_FMT_YUV440P), true)
    case AV_PIX_FMT_YUVJ411P: (PixelFormat(AV_PIX_FMT_YUV411P), true)
    default: (self, false)
    }
  }

  private var descriptor: AVPixFmtDescriptor? { av_pix_fmt_desc_get(libraryFormat.cValue)?.pointee }

  private func has(_ flag: Int32) -> Bool { (descriptor?.flags ?? 0) & UInt64(flag) != 0 }
}
