import CoreMedia
import MediaInterop

/// The format of the picture on which layers are drawn: planes of 8 to 16 bits, without one for opacity.
enum CanvasFormat {
  /// Returns the format of the canvas of a composition.
  ///
  /// - Parameters:
  ///   - request: the wanted form of composed pictures. Open properties follow from the sources (VC-32).
  static func of(
    _ composition: PictureComposition, _ tracks: [SourceTrack], _ request: PictureRequest
  ) -> PictureFormat {
    let wanted = request.pixelFormat
    let sources = tracks.compactMap(\.pictureFormat)
    let format = wanted.flatMap(PixelFormat.init(fourCC:)).map(planes) ?? planes(for: sources)
    var color = composition.color.completed(by: sources.first?.color ?? ColorDescription())
    if format.isRGB {
      (color.matrix, color.isFullRange, color.chromaLocation) = (PictureFormat.matrixOfRGB, true, nil)
    } else {
      if color.matrix == PictureFormat.matrixOfRGB { color.matrix = ColorDescription().matrix }
      if let wanted { color.isFullRange = PixelFormat.isFullRange(fourCC: wanted) ?? color.isFullRange }
    }
    if request.isOfStandardRange, color.isHighRange {
      (color.primaries, color.transfer, color.matrix) = (bt709, bt709, color.matrix == 0 ? 0 : bt709)
    }
    let (width, height) = composition.size
    return PictureFormat(format: format, width: width, height: height, color: color)
  }

  /// H.273's number of BT.709, for primaries, transfer and matrix.
  private static let bt709: UInt8 = 1

  /// Returns the planes for a wanted format.
  static func planes(for wanted: PixelFormat) -> PixelFormat {
    let isDeep = wanted.bitsPerComponent > 8
    if wanted.isRGB { return isDeep ? .gbrp16 : .gbrp }
    let sampling =
      switch (wanted.log2ChromaWidth, wanted.log2ChromaHeight) {
      case (1, 1): "420"
      case (1, 0): "422"
      default: "444"
      }
    let depth = !isDeep ? "" : wanted.bitsPerComponent <= 10 ? "10le" : "16le"
    return PixelFormat(name: "yuv\(sampling)p\(depth)") ?? .yuv420p
  }

  /// Returns the planes that preserve the sources best: the finest chroma, and 10 bits if a source has more than 8.
  private static func planes(for sources: [PictureFormat]) -> PixelFormat {
    let isDeep = sources.contains { $0.format.bitsPerComponent > 8 }
    if !sources.isEmpty, sources.allSatisfy(\.format.isRGB) { return isDeep ? .gbrp10 : .gbrp }
    let coloured = sources.map(\.format).filter { !$0.isGray }
    if coloured.contains(where: { $0.log2ChromaWidth == 0 }) { return isDeep ? .yuv444p10 : .yuv444p }
    if coloured.contains(where: { $0.log2ChromaHeight == 0 }) { return isDeep ? .yuv422p10 : .yuv422p }
    return isDeep ? .yuv420p10 : .yuv420p
  }
}

extension PixelFormat {
  fileprivate static let gbrp16 = PixelFormat(name: "gbrp16le") ?? .gbrp

  /// The same planes without an opacity plane.
  var withoutAlpha: PixelFormat {
    guard name.hasPrefix("yuva") || name.hasPrefix("gbrap") else { return self }
    return PixelFormat(name: isRGB ? "gbrp" + name.dropFirst(5) : "yuv" + name.dropFirst(4)) ?? self
  }

  /// The same planes followed by an opacity plane; `nil` if there is no such format.
  var withAlpha: PixelFormat? {
    guard name.hasPrefix("yuv4") || name.hasPrefix("gbrp") else { return nil }
    return PixelFormat(name: isRGB ? "gbrap" + name.dropFirst(4) : "yuva" + name.dropFirst(3))
  }
}
