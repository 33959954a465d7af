import MediaInterop
import MediaSupport

/// Converts pictures to a wanted size and format in one conversion, into memory of its own.
final class PictureAdapter {
  /// The wanted form of the picture.
  struct Target: Equatable {
    var format: PixelFormat
    var width: Int
    var height: Int
    /// A Boolean value that says whether the range is full; `nil` keeps the source's range.
    var isFullRange: Bool?
    /// The primaries, transfer function and matrix. Unspecified properties stay as in the source.
    var color = ColorDescription()
    /// The part of the source that is shown; `nil` for all of it.
    var region: PictureGeometry.Region?
    /// The position of that part in the result, where the rest is black; `nil` if it fills the result.
    var rectangle: PictureGeometry.Rectangle?
    /// A Boolean value that says whether the source is unscaled and has an odd size: its edge is repeated up to the
    /// size.
    var repeatsEdge = false

    /// Returns whether a picture has other colours.
    func isOtherColor(than picture: Picture) -> Bool {
      color.isOtherLight(than: picture.color) || isOtherMatrix(than: picture)
    }

    /// Returns whether a picture's luma and chroma use another matrix. If the picture states none, it is guessed.
    fileprivate func isOtherMatrix(than picture: Picture) -> Bool {
      color.isOtherMatrix(than: ColorDescription(matrix: PictureFormat(picture).matrix))
    }

    /// Returns whether a picture already has the wanted form.
    func isMet(by picture: Picture) -> Bool {
      picture.format == format && picture.width == width && picture.height == height
        && (isFullRange ?? picture.color.isFullRange) == picture.color.isFullRange
        && !isOtherColor(than: picture) && (region.map { $0.isWhole(of: picture) } ?? true)
    }
  }

  private let target: Target
  private let source: PictureFormat
  /// The converter; `nil` if padding alone makes the wanted picture.
  private let converter: PictureConverter?

  /// - Throws: `MediaError(.unsupportedSettings)` for a conversion that no converter makes.
  init(from picture: Picture, to target: Target) throws {
    self.target = target
    source = PictureFormat(picture)
    var input = source
    if target.repeatsEdge {
      input = input.unpacked
      (input.width, input.height) = (target.width, target.height)
    }
    let rectangle = target.rectangle ?? .init(width: target.width, height: target.height)
    var output = input
    (output.format, output.width, output.height) = (target.format, rectangle.width, rectangle.height)
    if let isFullRange = target.isFullRange { output.color.isFullRange = isFullRange }
    if target.color.isOtherLight(than: source.color) {
      (output.color.primaries, output.color.transfer) = (target.color.primaries, target.color.transfer)
    }
    if target.isOtherMatrix(than: picture) { output.color.matrix = target.color.matrix }
    let region = target.repeatsEdge ? nil : target.region.flatMap { $0.isWhole(of: picture) ? nil : $0 }
    let fills = rectangle.width == target.width && rectangle.height == target.height
    let needsConversion = input != output || region != nil || !fills
    converter = needsConversion ? try PictureConverter(from: input, to: output, region: region) : nil
  }

  /// Returns whether the adapter was made for pictures like this one and for this target.
  func accepts(_ picture: Picture, _ target: Target) -> Bool {
    target == self.target && source == PictureFormat(picture)
  }

  func adapt(_ picture: Picture) throws -> Picture {
    var input = picture
    if target.repeatsEdge { input = try picture.unpacked().padded(toWidth: target.width, height: target.height) }
    guard let converter else { return input }
    guard let rectangle = target.rectangle, rectangle.width != target.width || rectangle.height != target.height else {
      return try converter.convert(input)
    }
    let result = try PictureStorage.picture(
      format: target.format, width: target.width, height: target.height, color: converter.destination.color,
      fieldOrder: picture.fieldOrder)
    result.fillBlack()
    try converter.convert(input, into: result.cropped(to: rectangle))
    return result
  }
}

extension PictureGeometry.Region {
  fileprivate func isWhole(of picture: Picture) -> Bool {
    x == 0 && y == 0 && width == Double(picture.width) && height == Double(picture.height)
  }
}
