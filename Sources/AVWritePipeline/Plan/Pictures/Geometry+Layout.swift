internal import MediaSupport

extension Geometry {
  /// The size as shown, in whole pixels.
  var shownSize: PictureLayout.Size {
    let (width, height) = displayed
    return PictureLayout.Size(width: Int(width.rounded()), height: Int(height.rounded()))
  }

  /// Returns the samples of a part of the picture, which is given with square pixels and before the matrix.
  ///
  /// - Parameter isBounded: a Boolean value that says whether the part ends with the picture.
  func samples(of part: PictureLayout.Rectangle, isBounded: Bool = true) -> PictureLayout.Rectangle {
    guard !pixelAspect.isSquare else { return part }
    let scale = Double(pixelAspect.vertical) / Double(pixelAspect.horizontal)
    let limit = isBounded ? width : Int.max
    func column(_ x: Int) -> Int { min(Int((Double(x) * scale).rounded()), limit) }
    let (left, right) = (column(part.x), column(part.x + part.width))
    return PictureLayout.Rectangle(
      x: min(left, max(0, right - 1)), y: part.y, width: max(1, right - left), height: part.height)
  }

  /// Returns the geometry of pictures of another size. Its matrix shows their upper left corner where this one's does.
  func resized(to size: PictureLayout.Size) -> Geometry {
    var resized = self
    (resized.width, resized.height) = (size.width, size.height)
    let (before, after) = (corner, resized.corner)
    resized.transform[4] += before.x - after.x
    resized.transform[5] += before.y - after.y
    return resized
  }

  /// Returns the same pictures, turned once more as they are shown: by the matrix, whose corner stays where it is.
  func shown(turnedBy turn: PictureTurn) -> Geometry {
    var turned = self
    let (m, t) = (turn.linear, transform)
    turned.transform = [
      m.a * t[0] + m.c * t[1], m.b * t[0] + m.d * t[1], m.a * t[2] + m.c * t[3], m.b * t[2] + m.d * t[3], t[4], t[5],
    ]
    turned.transform[4] += corner.x - turned.corner.x
    turned.transform[5] += corner.y - turned.corner.y
    return turned
  }

  /// The upper left of the place to which the linear part of the matrix brings the picture.
  private var corner: (x: Double, y: Double) {
    let stretched = Double(width) * Double(pixelAspect.horizontal) / Double(pixelAspect.vertical)
    func least(_ across: Double, _ down: Double) -> Double {
      min(0, across * stretched) + min(0, down * Double(height))
    }
    return (least(transform[0], transform[2]), least(transform[1], transform[3]))
  }
}
