internal import MediaSupport

/// A picture's pixels, and the way in which they are shown.
struct Geometry: Hashable {
  var width: Int
  var height: Int
  var pixelAspect: TrackFacts.PixelAspect
  /// The matrix: a, b, c, d, tx, ty.
  var transform: [Double]

  /// A Boolean value that says whether the matrix turns the picture on its side.
  var isOnItsSide: Bool { abs(transform[1]) > abs(transform[0]) }

  /// The rotation and mirroring by the matrix, or nil for a matrix that does more.
  var turn: PictureTurn? { PictureTurn(a: transform[0], b: transform[1], c: transform[2], d: transform[3]) }

  /// The degrees by which the matrix turns the picture clockwise: a multiple of 90, or nil for another matrix, and for
  /// one that mirrors the picture.
  var rotation: Int? { turn.flatMap { $0.isMirrored ? nil : 90 * $0.quarters } }

  /// Returns the picture with its pixels where a turn puts them, and without a matrix.
  func turned(by turn: PictureTurn) -> Geometry {
    var turned = self
    turned.transform = [1, 0, 0, 1, 0, 0]
    if turn.exchangesSides {
      (turned.width, turned.height) = (height, width)
      turned.pixelAspect = .init(horizontal: pixelAspect.vertical, vertical: pixelAspect.horizontal)
    }
    return turned
  }

  /// The size as shown, with square pixels, after the matrix's rotation.
  var displayed: (width: Double, height: Double) {
    let stretched = Double(width) * Double(pixelAspect.horizontal) / Double(pixelAspect.vertical)
    return isOnItsSide ? (Double(height), stretched) : (stretched, Double(height))
  }
}

extension Geometry {
  init(_ video: TrackFacts.Video) {
    self.init(
      width: video.width, height: video.height, pixelAspect: video.pixelAspect.reduced, transform: video.transform)
  }
}

extension TrackFacts.PixelAspect {
  /// The ratio in lowest terms: some cameras write 65536:65536, and H.264 has 16 bits for each number.
  fileprivate var reduced: TrackFacts.PixelAspect {
    let divisor = greatestCommonDivisor(horizontal, vertical)
    guard divisor > 1 else { return self }
    return TrackFacts.PixelAspect(horizontal: horizontal / divisor, vertical: vertical / divisor)
  }
}
