import CoreGraphics
import MediaInterop

/// The position of a plane's samples among the luma samples.
struct PlaneGrid: Equatable {
  /// The number of luma columns and rows for each sample, as a power of two.
  var log2Width = 0
  var log2Height = 0
  /// The position of the first sample, in luma samples from the top left of the picture.
  var x = 0.5
  var y = 0.5

  var stepX: Double { Double(1 << log2Width) }
  var stepY: Double { Double(1 << log2Height) }

  /// The grid of a picture's luma, or of a plane of R, G or B.
  static let luma = PlaneGrid()

  /// The grid of a plane of a format.
  init(_ format: PictureFormat, plane: Int) {
    guard plane == 1 || plane == 2, !format.format.isRGB else { return }
    (log2Width, log2Height) = (format.format.log2ChromaWidth, format.format.log2ChromaHeight)
    // H.273's types: 0 left, 1 centre, 2 top left, 3 top, 4 bottom left, 5 bottom.
    let location = format.color.chromaLocation ?? 0
    if log2Width > 0, [1, 3, 5].contains(location) { x = stepX / 2 }
    if log2Height > 0 { y = [2, 3].contains(location) ? 0.5 : [4, 5].contains(location) ? stepY - 0.5 : stepY / 2 }
  }

  private init() {}

  /// The map from a sample's indices to its position.
  var places: CGAffineTransform { CGAffineTransform(a: stepX, b: 0, c: 0, d: stepY, tx: x, ty: y) }

  /// The map from a sample's indices to the middle of the luma samples that it belongs to.
  var middles: CGAffineTransform { CGAffineTransform(a: stepX, b: 0, c: 0, d: stepY, tx: stepX / 2, ty: stepY / 2) }
}

/// The method for finding the sample of a picture's plane for a sample of the canvas's plane: a pure value.
enum PlaneMap: Equatable {
  /// Each sample is exactly one of the picture's (VC-30).
  case moved(PlaneMove)
  /// Samples lie between those of the picture and are interpolated: the map from the canvas's indices to the picture's.
  case sampled(CGAffineTransform)

  /// - Parameter inverse: the map from the canvas's luma to the picture's.
  init(_ inverse: CGAffineTransform, canvas: PlaneGrid, picture: PlaneGrid) {
    if let move = PlaneMove(inverse, canvas) {
      self = .moved(move)
    } else {
      self = .sampled(canvas.places.concatenating(inverse).concatenating(picture.places.inverted()))
    }
  }
}

/// A move by whole samples, with rotation by quarter turns and reflection: column `ax·i + bx·j + cx` and row `ay·i +
/// by·j + cy` of the picture are drawn at column `i` and row `j` of the canvas.
struct PlaneMove: Equatable {
  var (ax, bx, cx) = (1, 0, 0)
  var (ay, by, cy) = (0, 1, 0)

  /// The greatest distance to a whole number that counts as a rounding error.
  private static let rounding = 1e-6

  /// - Parameter inverse: the map from the canvas's luma to the picture's.
  /// - Returns: `nil` if samples of the grid are not mapped to samples of the grid. Chroma is assumed at the middle of
  ///   its luma samples, so that turns and reflections only move it (VC-30).
  init?(_ inverse: CGAffineTransform, _ grid: PlaneGrid) {
    func whole(_ value: CGFloat) -> Int? {
      let rounded = Double(value).rounded()
      return abs(Double(value) - rounded) < Self.rounding ? Int(exactly: rounded) : nil
    }
    let map = grid.middles.concatenating(inverse).concatenating(grid.middles.inverted())
    guard let ax = whole(map.a), let ay = whole(map.b), let bx = whole(map.c), let by = whole(map.d),
      let cx = whole(map.tx), let cy = whole(map.ty), abs(ax) + abs(bx) == 1, abs(ay) + abs(by) == 1,
      abs(ax) + abs(ay) == 1
    else { return nil }
    (self.ax, self.bx, self.cx) = (ax, bx, cx)
    (self.ay, self.by, self.cy) = (ay, by, cy)
  }
}
