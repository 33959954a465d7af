import MediaInterop

extension VideoEncoding {
  /// The wanted layout, else what the codec usually has: of HEVC as many bits as the source has.
  func layout(of source: PixelFormat) -> PixelLayout {
    if let pixelLayout { return pixelLayout }
    switch codec {
    case .h264, .jpeg: return .yuv420
    case .hevc: return source.bitsPerComponent > 8 ? .yuv420With10Bits : .yuv420
    case .proRes(let profile): return profile.hasFullChroma ? .yuv444With10Bits : .yuv422With10Bits
    }
  }

  /// The wanted colour, else the source's.
  func color(of source: ColorDescription) -> ColorDescription {
    var result = source
    if let color {
      (result.primaries, result.transfer, result.matrix) = (color.primaries, color.transfer, color.matrix)
    }
    // JPEG has no other (JFIF 1.02): every decoder takes its samples for it.
    if codec == .jpeg { result.isFullRange = true }
    return result
  }
}

extension VideoEncoding.PixelLayout {
  var chroma: H264Encoder.Chroma {
    switch self {
    case .yuv420, .yuv420With10Bits: .yuv420
    case .yuv422, .yuv422With10Bits: .yuv422
    case .yuv444, .yuv444With10Bits: .yuv444
    }
  }

  var bitDepth: Int {
    switch self {
    case .yuv420, .yuv422, .yuv444: 8
    case .yuv420With10Bits, .yuv422With10Bits, .yuv444With10Bits: 10
    }
  }

  /// What the encoder is given.
  var pixelFormat: PixelFormat {
    switch self {
    case .yuv420: .yuv420p
    case .yuv422: .yuv422p
    case .yuv444: .yuv444p
    case .yuv420With10Bits: .yuv420p10
    case .yuv422With10Bits: .yuv422p10
    case .yuv444With10Bits: .yuv444p10
    }
  }
}
