package import CoreGraphics
package import CoreVideo

/// A picture that is drawn over each of a track's pictures.
package struct StillLayer: Sendable, Equatable {
  package var picture: CVPixelBuffer
  /// The map from the picture's samples to those of the pictures that it is drawn over.
  package var transform: CGAffineTransform

  package init(_ picture: CVPixelBuffer, transform: CGAffineTransform) {
    (self.picture, self.transform) = (picture, transform)
  }

  package static func == (first: StillLayer, second: StillLayer) -> Bool {
    first.picture === second.picture && first.transform == second.transform
  }
}
