/// One of eight orientations, by which a picture in memory is displayed upright. It is a pure value.
package struct PictureOrientation: Sendable, Hashable {
  /// The number of clockwise quarter turns, 0 to 3, after mirroring.
  package var quarterTurns: Int
  /// A Boolean value that says whether left and right are exchanged before the turn.
  package var isMirrored: Bool

  package static let upright = PictureOrientation(quarterTurns: 0, isMirrored: false)

  /// All eight orientations.
  package static let all = [false, true].flatMap { mirrored in
    (0..<4).map { PictureOrientation(quarterTurns: $0, isMirrored: mirrored) }
  }

  /// - Parameter quarterTurns: any number; four turns equal none.
  package init(quarterTurns: Int, isMirrored: Bool) {
    self.quarterTurns = (quarterTurns % 4 + 4) % 4
    self.isMirrored = isMirrored
  }

  /// Makes the orientation from a matrix for points of a picture whose y axis points down: x' = ax + cy, y' = bx + dy.
  /// Other angles are rounded to quarter turns.
  package init(a: Double, b: Double, c: Double, d: Double) {
    let isMirrored = a * d - b * c < 0
    // The direction of the picture's x axis. In a picture that is mirrored before, it points the other way.
    let (x, y) = isMirrored ? (-a, -b) : (a, b)
    let turns = abs(x) >= abs(y) ? (x >= 0 ? 0 : 2) : (y > 0 ? 1 : 3)
    self.init(quarterTurns: turns, isMirrored: isMirrored)
  }

  /// A Boolean value that says whether width and height are exchanged.
  package var swapsSides: Bool { quarterTurns % 2 == 1 }

  /// Returns the position in memory for a position in the upright picture. Both are fractions of the width and the
  /// height from the top left.
  package func source(x: Double, y: Double) -> (x: Double, y: Double) {
    let (u, v) =
      switch quarterTurns {
      case 1: (y, 1 - x)
      case 2: (1 - x, 1 - y)
      case 3: (1 - y, x)
      default: (x, y)
      }
    return (isMirrored ? 1 - u : u, v)
  }
}
