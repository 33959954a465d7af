import MediaInterop

extension VideoSettings {
  /// Returns the wanted format, or else the codec's usual one for such pictures.
  func pixelFormat(of source: PixelFormat) -> PixelFormat { pixelFormat ?? codec.traits.usualFormat(source) }

  /// Returns the wanted colour, or else the source's.
  ///
  /// - Parameter format: the format of the encoded pictures.
  func color(of source: Picture, as format: PixelFormat) -> ColorDescription {
    var result = source.color
    // The matrix and range of RGB say nothing about luma and chroma.
    if source.format.isRGB, !format.isRGB {
      var coded = PictureFormat(source)
      coded.format = format
      // Players guess an unstated matrix from the number of rows, each in its own way.
      if result.matrix == PictureFormat.matrixOfRGB || result.matrix == PictureFormat.unspecified {
        result.matrix = coded.matrix
      }
      result.isFullRange = false
    }
    if let color {
      (result.primaries, result.transfer, result.matrix) = (color.primaries, color.transfer, color.matrix)
    }
    // JPEG always has full range and the matrix of BT.601 (JFIF 1.02): every decoder assumes them.
    if codec == .jpeg {
      result.isFullRange = true
      let stated = PictureFormat(format: format, width: source.width, height: source.height, color: result)
      if !stated.hasMatrixOf601 { result.matrix = PictureFormat.matrixOf601 }
    }
    // ProRes always has video range (SMPTE RDD 36), and no field that could state another.
    if case .library(.proRes) = codec, result.isFullRange == true { result.isFullRange = false }
    return result
  }
}
