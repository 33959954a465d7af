import MediaInterop

extension PictureRequest {
  /// Returns the conversion that a picture needs; `nil` if it has the wanted form already.
  func target(for picture: Picture) -> PictureAdapter.Target? {
    let wanted = pixelFormat.flatMap(PixelFormat.init(fourCC:)) ?? picture.format
    let isFullRange = pixelFormat.flatMap(PixelFormat.isFullRange(fourCC:)) ?? picture.color.isFullRange
    let target = PictureAdapter.Target(
      format: wanted, width: width ?? picture.width, height: height ?? picture.height, isFullRange: isFullRange,
      color: convertedColor(of: picture, as: wanted))
    let isMet =
      wanted == picture.format && target.width == picture.width && target.height == picture.height
      && (isFullRange ?? false) == (picture.color.isFullRange ?? false) && !target.isOtherColor(than: picture)
    return isMet ? nil : target
  }

  /// Returns the colours that a picture is converted to. Unspecified properties stay as in the picture.
  private func convertedColor(of picture: Picture, as format: PixelFormat) -> ColorDescription {
    // Gray is the same light in all colour spaces, except for the transfer curve.
    guard let color, !picture.format.isGray, !format.isGray else { return ColorDescription() }
    let matrix = format.isRGB ? ColorDescription.unspecified : color.matrix
    return ColorDescription(primaries: color.primaries, transfer: color.transfer, matrix: matrix)
  }

  /// Returns the colours of a picture after its conversion: the wanted ones, which are also assumed where a picture
  /// states none.
  func statedColor(of picture: Picture) -> ColorDescription {
    var stated = picture.color
    guard let color, !picture.format.isGray else { return stated }
    // A picture that states only some of its colour properties was not converted.
    let isConverted = ![stated.primaries, stated.transfer].contains(ColorDescription.unspecified)
    if isConverted || stated.primaries == ColorDescription.unspecified { stated.primaries = color.primaries }
    if isConverted || stated.transfer == ColorDescription.unspecified { stated.transfer = color.transfer }
    if !picture.format.isRGB { stated.matrix = color.matrix }
    return stated
  }

  /// A Boolean value that says whether pictures of high dynamic range are converted to standard dynamic range.
  var isOfStandardRange: Bool {
    mapsTones || color.map { !ColorDescription(transfer: $0.transfer).isHighRange } ?? false
  }
}
