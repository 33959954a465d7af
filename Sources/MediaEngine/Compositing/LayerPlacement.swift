import CoreGraphics
import MediaInterop

/// The place of a picture on a canvas: a pure value. Coordinates are samples of luma from the top left.
struct LayerPlacement: Equatable {
  /// The map from the picture's samples to those of the canvas.
  var transform: CGAffineTransform
  /// The part of the picture that is shown.
  var crop: CGRect
  var opacity: Double

  /// Returns the place of a layer at a time; `nil` where nothing of it is shown.
  ///
  /// - Parameters:
  ///   - size: the columns and rows of the picture.
  ///   - aperture: the part of it that the layer's coordinates begin at; `nil` for all.
  ///   - pixelShape: the width of a sample, where its height is 1.
  ///   - scale: the samples of the canvas in a unit of the composition.
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

  /// The lengths on the canvas of a sample's width and height.
  var scales: (x: Double, y: Double) {
    (hypot(Double(transform.a), Double(transform.b)), hypot(Double(transform.c), Double(transform.d)))
  }

  /// A Boolean value that says whether rows and columns stay rows and columns, or become each other.
  var keepsAxes: Bool { transform.b == 0 && transform.c == 0 || transform.a == 0 && transform.d == 0 }

  /// Returns whether the layer shows a picture of the canvas's size just as it is.
  func isUntouched(width: Int, height: Int, onto size: (width: Int, height: Int)) -> Bool {
    opacity >= 1 && transform.isIdentity && (width, height) == size
      && crop.contains(CGRect(x: 0, y: 0, width: width, height: height))
  }

  /// Returns whether the layer hides all of a canvas, if the picture is opaque.
  func covers(width: Int, height: Int) -> Bool {
    guard opacity >= 1, keepsAxes else { return false }
    let place = crop.applying(transform)
    return place.minX <= 0 && place.minY <= 0 && Double(place.maxX) >= Double(width)
      && Double(place.maxY) >= Double(height)
  }

  /// Returns the same place for a picture that was made of a part of this one, in another size.
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
  /// Creates the place of a whole picture, opaque where its samples are.
  init(_ transform: CGAffineTransform, of picture: Picture) {
    self.transform = transform
    crop = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    opacity = 1
  }
}

/// Farther than any sample of the largest picture.
private let farthest = 1e9

extension CGRect {
  /// The rectangle within the places that are calculated with, its sides positive; `nil` where it has no place.
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
  /// A Boolean value that says whether the map can be undone within the numbers that places are calculated in.
  fileprivate var isInvertible: Bool {
    let isBounded = [a, b, c, d, tx, ty].allSatisfy { abs(Double($0)) <= farthest }
    return isBounded && abs(Double(a * d - b * c)) > Self.leastArea
  }

  /// The area of a sample of a picture that still shows something: a millionth of a sample's side.
  private static let leastArea = 1e-12
}
