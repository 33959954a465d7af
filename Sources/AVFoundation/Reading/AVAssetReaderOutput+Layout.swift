package import CoreGraphics
package import CoreVideo
import MediaEngine
package import MediaSupport
import Synchronization

/// The changes to decoded pictures that the command makes before they are encoded.
extension AVAssetReaderOutput {
  /// The turn that is applied to pictures as stored, instead of the one by `appliesPreferredTrackTransform`. Nil means
  /// none. Set it before reading starts. Any thread.
  package var turn: PictureTurn? {
    get { state.withLock { $0.turn } }
    set {
      requireNotStarted("turn")
      state.withLock { $0.turn = newValue }
    }
  }

  /// Changes the layout of pictures after they were turned, and draws pictures over each of them.
  ///
  /// Their colours are converted to those of the track's pictures, and they are blended in the encoded values of these
  /// (VC-23, VC-24). Set it before reading starts. Any thread.
  ///
  /// - Parameters:
  ///   - layout: the layout; nil leaves pictures as they are.
  ///   - stills: the pictures that are drawn, the lowest first, and the maps from their samples to those of the canvas.
  package func lay(out layout: PictureLayout?, under stills: [(picture: CVPixelBuffer, transform: CGAffineTransform)]) {
    requireNotStarted("the layout of pictures")
    state.withLock { state in
      (state.layout, state.stills) = (layout, stills.map { StillLayer($0.picture, transform: $0.transform) })
    }
  }
}
