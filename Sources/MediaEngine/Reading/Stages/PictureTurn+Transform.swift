package import CoreGraphics
package import MediaSupport

extension PictureTurn {
  /// Makes the turn of a track's transform.
  ///
  /// - Returns: `nil` if pictures stay as they are, and for a transform that does more than turn, mirror and scale.
  package init?(_ transform: CGAffineTransform) {
    self.init(
      a: Double(transform.a), b: Double(transform.b), c: Double(transform.c), d: Double(transform.d))
    if isNone { return nil }
  }
}
