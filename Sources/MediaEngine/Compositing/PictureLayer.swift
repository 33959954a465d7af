package import CoreGraphics
package import CoreMedia

/// A track's pictures as one layer of a composed picture, over time: a pure value.
///
/// Coordinates are square pixels from the top left of the pictures' clean aperture (VC-12).
package struct PictureLayer: Equatable, Sendable {
  package var trackID: Int32
  /// The opacity from 0 to 1; 1 before the first ramp.
  package var opacity = Ramps<Float>()
  /// The map from the layer's coordinates to those of the composed picture; the identity before the first ramp.
  package var transform = Ramps<CGAffineTransform>()
  /// The part of the pictures that is shown; all of it before the first ramp.
  package var crop = Ramps<CGRect>()

  package init(trackID: Int32) { self.trackID = trackID }

  /// The properties of a layer at one time.
  struct Look: Equatable {
    var opacity = 1.0
    var transform = CGAffineTransform.identity
    /// The part of the pictures that is shown; `nil` for all.
    var crop: CGRect?
  }

  /// Returns the layer's properties at a time. Each number of a ramp changes linearly (VC-21).
  func look(at time: CMTime) -> Look {
    var look = Look()
    if let (ramp, share) = opacity.state(at: time) {
      look.opacity = min(max(Double(ramp.start).mixed(with: Double(ramp.end), share), 0), 1)
    }
    if let (ramp, share) = transform.state(at: time) {
      look.transform = share == 1 ? ramp.end : ramp.start.mixed(with: ramp.end, share)
    }
    if let (ramp, share) = crop.state(at: time) {
      look.crop = share == 1 || ramp.start == ramp.end ? ramp.end : ramp.start.mixed(with: ramp.end, share)
      if look.crop?.isInfinite == true { look.crop = nil }
    }
    return look
  }

  /// Returns whether the layer's properties change within a range.
  package func changes(in range: CMTimeRange) -> Bool {
    opacity.changes(in: range) || transform.changes(in: range) || crop.changes(in: range)
  }
}

extension Double {
  fileprivate func mixed(with end: Double, _ share: Double) -> Double { self + (end - self) * share }
}

extension CGAffineTransform {
  fileprivate func mixed(with end: CGAffineTransform, _ share: Double) -> CGAffineTransform {
    CGAffineTransform(
      a: a.mixed(with: end.a, share), b: b.mixed(with: end.b, share), c: c.mixed(with: end.c, share),
      d: d.mixed(with: end.d, share), tx: tx.mixed(with: end.tx, share), ty: ty.mixed(with: end.ty, share))
  }
}

extension CGFloat {
  fileprivate func mixed(with end: CGFloat, _ share: Double) -> CGFloat { self + (end - self) * share }
}

extension CGRect {
  fileprivate func mixed(with end: CGRect, _ share: Double) -> CGRect {
    CGRect(
      x: minX.mixed(with: end.minX, share), y: minY.mixed(with: end.minY, share),
      width: width.mixed(with: end.width, share), height: height.mixed(with: end.height, share))
  }
}
