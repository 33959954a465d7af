/// One of the eight orientations of a picture: mirrored or not, and then turned by multiples of 90 degrees.
package struct PictureTurn: Sendable, Hashable {
  /// A Boolean value that says whether left and right are exchanged, before the picture is turned.
  package var isMirrored: Bool
  /// The number of clockwise turns by 90 degrees: 0 to 3.
  package var quarters: Int

  package init(isMirrored: Bool = false, quarters: Int) {
    self.isMirrored = isMirrored
    self.quarters = quarters
  }

  /// A Boolean value that says whether width and height are exchanged.
  package var exchangesSides: Bool { !quarters.isMultiple(of: 2) }

  /// A Boolean value that says whether pictures stay as they are.
  package var isNone: Bool { self == PictureTurn(quarters: 0) }
}

extension PictureTurn {
  /// Reads the turn of a display matrix, which maps a point in a picture that is counted from its upper left to
  /// `ax + cy` and `bx + dy`. The matrix's scale is ignored.
  ///
  /// - Returns: `nil` for a matrix that does more than turn, mirror and scale.
  package init?(a: Double, b: Double, c: Double, d: Double) {
    switch (a, b, c, d) {
    case (let x, 0, 0, let y) where x != 0 && y != 0:
      self.init(isMirrored: (x > 0) != (y > 0), quarters: y > 0 ? 0 : 2)
    case (0, let x, let y, 0) where x != 0 && y != 0:
      self.init(isMirrored: (x > 0) == (y > 0), quarters: y < 0 ? 1 : 3)
    default: return nil
    }
  }
}

extension PictureTurn {
  /// Returns the turn that is equal to this one followed by another.
  package func followed(by next: PictureTurn) -> PictureTurn {
    let turned = next.isMirrored ? -quarters : quarters
    return PictureTurn(isMirrored: isMirrored != next.isMirrored, quarters: (next.quarters + turned + 4) % 4)
  }

  /// The inverse turn.
  package var inverse: PictureTurn { isMirrored ? self : PictureTurn(quarters: (4 - quarters) % 4) }

  /// The linear part of the map of a point in a picture that is counted from its upper left: to `ax + cy` and `bx +
  /// dy`.
  package var linear: (a: Double, b: Double, c: Double, d: Double) {
    let (a, b, c, d): (Double, Double, Double, Double) =
      switch quarters {
      case 1: (0, 1, -1, 0)
      case 2: (-1, 0, 0, -1)
      case 3: (0, -1, 1, 0)
      default: (1, 0, 0, 1)
      }
    return isMirrored ? (-a, -b, c, d) : (a, b, c, d)
  }

  /// Returns the size of a picture after the turn.
  package func turned(_ size: PictureLayout.Size) -> PictureLayout.Size {
    exchangesSides ? .init(width: size.height, height: size.width) : size
  }

  /// Returns the position of a part of a picture after the turn.
  package func turned(_ part: PictureLayout.Rectangle, in size: PictureLayout.Size) -> PictureLayout.Rectangle {
    var (part, size) = (part, size)
    if isMirrored { part.x = size.width - part.x - part.width }
    for _ in 0..<quarters {
      part = .init(x: size.height - part.y - part.height, y: part.x, width: part.height, height: part.width)
      size = .init(width: size.height, height: size.width)
    }
    return part
  }
}
