/// One of the eight ways in which a picture's corners can lie: mirrored or not, and then turned by quarters.
package struct PictureTurn: Sendable, Hashable {
  /// Whether left and right are exchanged, before the picture is turned.
  package var isMirrored: Bool
  /// By how many quarters the picture is turned clockwise: 0 to 3.
  package var quarters: Int

  package init(isMirrored: Bool = false, quarters: Int) {
    self.isMirrored = isMirrored
    self.quarters = quarters
  }

  /// Whether width and height are exchanged.
  package var exchangesSides: Bool { !quarters.isMultiple(of: 2) }

  /// Whether pictures stay as they are.
  package var isNone: Bool { self == PictureTurn(quarters: 0) }
}

extension PictureTurn {
  /// The turn of a display matrix, whose numbers say where a point goes in a picture that is counted from its upper left:
  /// to `ax + cy` and `bx + dy`. What the matrix scales is no matter.
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
