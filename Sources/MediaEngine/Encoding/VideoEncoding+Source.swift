import MediaInterop

extension VideoEncoding {
  /// The wanted format, else what the codec usually has for such pictures.
  func pixelFormat(of source: PixelFormat) -> PixelFormat { pixelFormat ?? codec.traits.usualFormat(source) }

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
