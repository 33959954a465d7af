import CoreGraphics
import MediaInterop

/// The position of a picture on a canvas: a pure value. Coordinates are luma samples from the top left.
struct LayerPlacement: Equatable {
  /// The map from the picture's samples to those of the canvas.
  var transform: CGAffineTransform
  /// The part of the picture that is shown.
  var crop: CGRect
  var opacity: Double

  /// Returns the position of a layer at a time; `nil` if nothing of it is shown.
  ///
  /// - Parameters:
  ///   - size: the columns and rows of the picture.
  ///   - aperture: the part of the picture at which the layer's coordinates begin; `nil` for all of it.
  ///   - pixelShape: the width of a sample relative to its height.
  ///   - scale: the number of the canvas's samples in a unit of the composition.
  init?(
    _ look: PictureLayer.Look, width: Int, height: Int, aperture: CGRect?, pixelShape: Double, scale: Double
  ) {
    let part = aperture ?? CGRect(x: 0, y: 0, width: width, height: height)
    let toLayer = CGAffineTransform(translationX: -part.minX, y: -part.minY)
      .concatenating(CGAffineTransform(scaleX: pixelShape, y: 1))
    transform = toLayer.concatenating(look.transform).concatenating(CGAffineTransform(scaleX: scale, y: scale))
    crop = part
    if let wanted = look.crop {
      guard let bounded = wanted.bounded else { return nil }
      crop = bounded.applying(toLayer.inverted()).intersection(part)
    }
    opacity = look.opacity
    let isVisible = !crop.isNull && crop.width > 0 && crop.height > 0 && opacity > 0
    guard isVisible, transform.isInvertible else { return nil }
  }

  /// The lengths of a sample's width and height on the canvas.
  var scales: (x: Double, y: Double) {
    (hypot(Double(transform.a), Double(transform.b)), hypot(Double(transform.c), Double(transform.d)))
  }

  /// A Boolean value that says whether rows and columns are mapped to rows and columns, possibly exchanged.
  var keepsAxes: Bool { transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0 }

  /// Returns whether the layer shows a picture of the canvas's size without any change.
  func isUntouched(width: Int, height: Int, onto size: (width: Int, height: Int)) -> Bool {
    opacity >= 1 && transform.isIdentity && (width, height) == size
      && crop.contains(CGRect(x: 0, y: 0, width: width, height: height))
  }

  /// Returns whether the layer covers all of a canvas, so that it hides everything below if its picture is opaque.
  func covers(width: Int, height: Int) -> Bool {
    guard opacity >= 1, keepsAxes else { return false }
    let place = crop.applying(transform)
    return place.minX <= 0 && place.minY <= 0 && Double(place.maxX) >= Double(width)
      && Double(place.maxY) >= Double(height)
  }

  /// Returns the same position for a picture that was made from a part of this one, in another size.
  func replaced(part: CGRect, by size: (width: Int, height: Int)) -> LayerPlacement {
    let toPicture = CGAffineTransform(
      a: part.width / CGFloat(size.width), b: 0, c: 0, d: part.height / CGFloat(size.height), tx: part.minX,
      ty: part.minY)
    var place = self
    place.transform = toPicture.concatenating(transform)
    place.crop = crop.intersection(part).applying(toPicture.inverted())
    return place
  }
}

extension LayerPlacement {
  /// Creates the position of a picture of which a part fills a canvas.
  init(of part: CGRect, filling size: (width: Int, height: Int)) {
    transform = CGAffineTransform(translationX: -part.minX, y: -part.minY).concatenating(
      CGAffineTransform(scaleX: CGFloat(size.width) / part.width, y: CGFloat(size.height) / part.height))
    crop = part
    opacity = 1
  }

  /// Creates the position of a whole picture, opaque at its samples.
  init(_ transform: CGAffineTransform, of picture: Picture) {
    self.transform = transform
    crop = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    opacity = 1
  }
}

/// A limit of coordinates that is farther than any sample of the largest picture.
private let farthest = 1e9

extension CGRect {
  /// The rectangle, with positive sides, limited to the coordinates that are calculated with; `nil` if nothing is left.
  fileprivate var bounded: CGRect? {
    let ends = [origin.x, origin.x + size.width, origin.y, origin.y + size.height].map(Double.init)
    if ends.contains(where: \.isNaN) { return nil }
    let edges = ends.map { min(max($0, -farthest), farthest) }
    return CGRect(
      x: min(edges[0], edges[1]), y: min(edges[2], edges[3]), width: abs(edges[1] - edges[0]),
      height: abs(edges[3] - edges[2]))
  }
}

extension CGAffineTransform {
  /// A Boolean value that says whether the map can be inverted within the limits of coordinates.
  fileprivate var isInvertible: Bool {
    let isBounded = [a, b, c, d, tx, ty].allSatisfy { abs(Double($0)) <= farthest }
    return isBounded && abs(Double(a * d - b * c)) > Self.leastArea
  }

  /// The smallest area of a picture's sample that still shows something: the square of a millionth of a sample's side.
  private static let leastArea = 1e-12
}
