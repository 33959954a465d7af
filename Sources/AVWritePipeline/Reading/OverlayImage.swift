internal import AVFoundation
internal import MediaSupport

extension PictureForm {
  /// Returns the pictures that are drawn over the track's, with their places.
  ///
  /// - Parameter images: the pictures, which were read.
  /// - Throws: `JobError` of exit 64 where nothing of one would be seen.
  func drawn(
    from images: OverlayImages
  ) throws(JobError) -> [(picture: CVPixelBuffer, transform: CGAffineTransform)] {
    guard let canvas else { return [] }
    return try overlays.map { (overlay) throws(JobError) in
      let picture = try images.picture(in: overlay.path)
      return (picture, try OverlayImage(overlay: overlay, buffer: picture).transform(onto: canvas))
    }
  }
}

/// A picture that is drawn over others, at its place.
private struct OverlayImage {
  let overlay: PictureOverlay
  let buffer: CVPixelBuffer

  /// Returns the map from the image's samples to those of the pictures that the image is drawn over.
  ///
  /// - Throws: `JobError` of exit 64 where nothing of it would be seen.
  func transform(onto canvas: Geometry) throws(JobError) -> CGAffineTransform {
    let shown = canvas.displayed
    let size = (width: Double(CVPixelBufferGetWidth(buffer)), height: Double(CVPixelBufferGetHeight(buffer)))
    let (x, y) = (overlay.x.place(of: size.width, in: shown.width), overlay.y.place(of: size.height, in: shown.height))
    guard x < shown.width, y < shown.height, x + size.width > 0, y + size.height > 0 else {
      throw JobError(
        .usage,
        "--overlay \(overlay.text): lies outside the picture, which is \(canvas.shownSize.width)x"
          + "\(canvas.shownSize.height) as shown")
    }
    let turn = (canvas.turn ?? PictureTurn(quarters: 0)).inverse
    let (m, pixel) = (turn.linear, canvas.pixelAspect)
    func back(_ across: Double, _ down: Double) -> Double {
      -min(0, across * shown.width) - min(0, down * shown.height)
    }
    return CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y))
      .concatenating(
        CGAffineTransform(
          a: CGFloat(m.a), b: CGFloat(m.b), c: CGFloat(m.c), d: CGFloat(m.d), tx: CGFloat(back(m.a, m.c)),
          ty: CGFloat(back(m.b, m.d)))
      )
      .concatenating(CGAffineTransform(scaleX: CGFloat(pixel.vertical) / CGFloat(pixel.horizontal), y: 1))
  }
}
