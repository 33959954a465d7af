import CoreGraphics
import MediaInterop
import MediaSupport

/// Converts the pictures of one track to a canvas's planes and colours, and scales them if they are shown in another
/// size. One thread at a time: the converter is kept from picture to picture.
final class LayerSource {
  /// A picture in the canvas's planes, with an opacity plane if it is not opaque, and its position.
  struct Prepared {
    let picture: Picture
    let place: LayerPlacement
  }

  private let canvas: PictureFormat
  private var converter: (region: PictureConverter.Region?, converter: PictureConverter)?

  /// The greatest number of scaled samples for one of the canvas's, and the greatest length of a scaled side in
  /// samples. Beyond these limits only the visible part of a picture is scaled.
  private static let mostScaled = 4
  private static let longestSide = 16_384
  /// The number of samples beside a part that interpolation uses.
  private static let margin = 4.0
  /// The greatest difference from a scale of 1 that counts as a rounding error.
  private static let rounding = 1e-9

  init(_ canvas: PictureFormat) { self.canvas = canvas }

  /// - Returns: `nil` if nothing of the picture is visible.
  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads.
  func prepare(_ picture: Picture, _ place: LayerPlacement) throws -> Prepared? {
    let scales = place.scales
    let isScaled = abs(scales.x - 1) > Self.rounding || abs(scales.y - 1) > Self.rounding
    guard let part = isScaled ? scaledPart(of: picture, place) : whole(picture) else { return nil }
    let size = isScaled ? scaledSize(of: part, scales) : (width: picture.width, height: picture.height)
    let format = picture.format.hasAlpha ? canvas.format.withAlpha ?? canvas.format : canvas.format
    let wanted = PictureFormat(format: format, width: size.width, height: size.height, color: canvas.color)
    let moved = isScaled ? place.replaced(part: part, by: size) : place
    if PictureFormat(picture).isSame(as: wanted) { return Prepared(picture: picture, place: moved) }
    let isWhole = part == whole(picture)
    let region =
      isWhole
      ? nil
      : PictureConverter.Region(
        x: Double(part.minX), y: Double(part.minY), width: Double(part.width), height: Double(part.height))
    let converted = try converter(from: PictureFormat(picture), to: wanted, region).convert(picture)
    return Prepared(picture: converted, place: moved)
  }

  private func whole(_ picture: Picture) -> CGRect { CGRect(x: 0, y: 0, width: picture.width, height: picture.height) }

  /// Returns the part of a picture that is scaled; `nil` if nothing of it is visible.
  private func scaledPart(of picture: Picture, _ place: LayerPlacement) -> CGRect? {
    let whole = whole(picture)
    let seen = CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
      .applying(place.transform.inverted()).intersection(place.crop)
    guard !seen.isNull, seen.width > 0, seen.height > 0 else { return nil }
    let size = scaledSize(of: whole, place.scales)
    let isSmall =
      size.width <= Self.longestSide && size.height <= Self.longestSide
      && size.width * size.height <= Self.mostScaled * canvas.width * canvas.height
    if isSmall { return whole }
    // The part consists of whole chroma samples.
    let step = CGFloat(2)
    let (left, top) = ((seen.minX - Self.margin) / step, (seen.minY - Self.margin) / step)
    let (right, bottom) = ((seen.maxX + Self.margin) / step, (seen.maxY + Self.margin) / step)
    let part = CGRect(
      x: left.rounded(.down) * step, y: top.rounded(.down) * step,
      width: (right.rounded(.up) - left.rounded(.down)) * step,
      height: (bottom.rounded(.up) - top.rounded(.down)) * step
    ).intersection(whole)
    return part.isNull ? nil : part
  }

  /// Returns the size that a part is scaled to, in whole columns and rows. The rest of the scale is interpolated.
  private func scaledSize(of part: CGRect, _ scales: (x: Double, y: Double)) -> (width: Int, height: Int) {
    func count(_ length: CGFloat, _ scale: Double) -> Int {
      Int(min(max((Double(length) * scale).rounded(), 1), Double(Self.longestSide)))
    }
    return (count(part.width, scales.x), count(part.height, scales.y))
  }

  private func converter(
    from source: PictureFormat, to wanted: PictureFormat, _ region: PictureConverter.Region?
  ) throws -> PictureConverter {
    if let known = converter, known.region == region, known.converter.source == source,
      known.converter.destination.isSame(as: wanted)
    {
      return known.converter
    }
    let made = try PictureConverter(from: source, to: wanted, region: region)
    converter = (region, made)
    return made
  }
}

extension PictureFormat {
  /// Returns whether samples mean the same in both formats. Unstated primaries and transfer functions count as equal.
  func isSame(as other: PictureFormat) -> Bool {
    func agree(_ key: KeyPath<ColorDescription, UInt8>) -> Bool {
      let values = [color[keyPath: key], other.color[keyPath: key]]
      return values[0] == values[1] || values.contains(ColorDescription().primaries)
    }
    guard format == other.format, width == other.width, height == other.height, agree(\.primaries), agree(\.transfer)
    else { return false }
    if format.isRGB { return true }
    let isSubsampled = format.log2ChromaWidth > 0 || format.log2ChromaHeight > 0
    return matrix == other.matrix && isFullRange == other.isFullRange
      && (!isSubsampled || chromaLocation == other.chromaLocation)
  }
}
