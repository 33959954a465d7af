import MediaInterop

/// The position of a source picture in the encoded one: a pure value.
///
/// The encoded size is even for most codecs, because 4:2:0 chroma is coded for pairs of columns and rows (with H.264,
/// of rows in each field). A clean aperture of the wanted size hides the added columns and rows (ISO 14496-12, 12.1.4).
struct PictureGeometry: Equatable {
  typealias Region = PictureConverter.Region

  struct Rectangle: Equatable {
    var x = 0
    var y = 0
    var width: Int
    var height: Int
  }

  /// The size of the encoded picture.
  var codedWidth: Int
  var codedHeight: Int
  /// The part of the source that is shown.
  var sourceRegion: Region
  /// The position of that part in the encoded picture, where the rest is black.
  var target: Rectangle
  /// The width of the part that should be shown, if it is less than the encoded width.
  var cleanWidth: Int
  var cleanHeight: Int

  var needsCleanAperture: Bool { cleanWidth != codedWidth || cleanHeight != codedHeight }
  var fillsPicture: Bool { target == Rectangle(width: codedWidth, height: codedHeight) }

  /// Returns whether a source's samples are used unscaled, except for columns and rows repeated to make the size even.
  func isUnscaled(_ width: Int, _ height: Int) -> Bool {
    sourceRegion.x == 0 && sourceRegion.y == 0 && width == cleanWidth && height == cleanHeight && fillsPicture
  }

  /// The aperture that hides the added column and row, which are at the right and the bottom.
  var cleanAperture: VideoSettings.CleanAperture? {
    guard needsCleanAperture else { return nil }
    return VideoSettings.CleanAperture(
      width: cleanWidth, height: cleanHeight, halfHorizontalOffset: cleanWidth - codedWidth,
      halfVerticalOffset: cleanHeight - codedHeight)
  }

  /// The number of columns, and of rows, that share the chroma of 4:2:0 pictures.
  private static let chromaStep = 2

  /// - Parameters:
  ///   - width: the wanted width in samples; `nil` for the source's.
  ///   - height: the wanted height in samples; `nil` for the source's.
  ///   - isAlwaysEven: `false` for a codec that encodes odd sizes as they are.
  ///   - rowStep: the number of which the encoded height must be a multiple.
  init(
    sourceWidth: Int, sourceHeight: Int, width: Int?, height: Int?, scaling: VideoSettings.Scaling,
    isAlwaysEven: Bool = true, rowStep: Int = 1
  ) {
    cleanWidth = width ?? sourceWidth
    cleanHeight = height ?? sourceHeight
    let step = isAlwaysEven ? Self.chromaStep : 1
    codedWidth = Self.roundUp(cleanWidth, to: step)
    codedHeight = Self.roundUp(cleanHeight, to: max(step, rowStep))
    let source = (width: Double(sourceWidth), height: Double(sourceHeight))
    let wanted = (width: Double(cleanWidth), height: Double(cleanHeight))
    target = Rectangle(width: codedWidth, height: codedHeight)
    sourceRegion = Region(x: 0, y: 0, width: source.width, height: source.height)
    switch scaling {
    case .resize: break
    case .resizeAspect:
      let scale = min(wanted.width / source.width, wanted.height / source.height)
      center(width: source.width * scale, height: source.height * scale)
    case .resizeAspectFill:
      let scale = max(wanted.width / source.width, wanted.height / source.height)
      showCenter(width: wanted.width / scale, height: wanted.height / scale)
    case .crop:
      center(width: min(source.width, wanted.width), height: min(source.height, wanted.height))
      showCenter(width: min(source.width, wanted.width), height: min(source.height, wanted.height))
    }
  }

  private mutating func center(width: Double, height: Double) {
    let width = min(codedWidth, Self.roundToStep(width))
    let height = min(codedHeight, Self.roundToStep(height))
    target = Rectangle(
      x: Self.roundDown((codedWidth - width) / 2), y: Self.roundDown((codedHeight - height) / 2),
      width: width, height: height)
  }

  private mutating func showCenter(width: Double, height: Double) {
    sourceRegion.x += (sourceRegion.width - width) / 2
    sourceRegion.y += (sourceRegion.height - height) / 2
    sourceRegion.width = width
    sourceRegion.height = height
  }

  private static func roundUp(_ value: Int, to step: Int) -> Int { (value + step - 1) / step * step }
  private static func roundDown(_ value: Int) -> Int { value / chromaStep * chromaStep }
  private static func roundToStep(_ value: Double) -> Int {
    max(chromaStep, Int((value / Double(chromaStep)).rounded()) * chromaStep)
  }
}
