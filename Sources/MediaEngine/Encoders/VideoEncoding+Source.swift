import MediaInterop

extension VideoEncoding {
  /// The wanted format, else what the codec usually has for such pictures.
  func pixelFormat(of source: PixelFormat) -> PixelFormat { pixelFormat ?? codec.traits.usualFormat(source) }

  /// The wanted colour, else the source's.
  ///
  /// - Parameter format: what is encoded.
  func color(of source: Picture, as format: PixelFormat) -> ColorDescription {
    var result = source.color
    // What RGB says of matrix and range tells nothing of luma and chroma.
    if source.format.isRGB, !format.isRGB {
      var coded = PictureFormat(source)
      coded.format = format
      if result.matrix == PictureFormat.matrixOfRGB { result.matrix = coded.matrix }
      result.isFullRange = false
    }
    if let color {
      (result.primaries, result.transfer, result.matrix) = (color.primaries, color.transfer, color.matrix)
    }
    // JPEG has no other (JFIF 1.02): every decoder takes its samples for it.
    if codec == .jpeg { result.isFullRange = true }
    return result
  }
}
