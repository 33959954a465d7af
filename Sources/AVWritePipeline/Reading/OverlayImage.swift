internal import AVFoundation
internal import MediaSupport

/// A picture that is drawn over pictures, read from its file.
struct OverlayImage {
  private let overlay: PictureOverlay
  /// The picture, upright, in the memory of its decoder.
  let buffer: CVPixelBuffer

  /// Reads the first picture of a file.
  ///
  /// - Throws: `JobError` of exit 65, 66, 67 or 69.
  init(_ overlay: PictureOverlay) throws(JobError) {
    self.overlay = overlay
    let file = try Source(InputFile(path: overlay.path), spoolFolder: NSTemporaryDirectory())
    guard let track = file.asset.tracks.first(where: { $0.mediaType == .video }) else {
      throw JobError(.inputNotMedia, "\(overlay.path): contains no picture")
    }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    output.appliesPreferredTrackTransform = true
    guard let reader = try? AVAssetReader(asset: file.asset), reader.canAdd(output) else {
      throw JobError(.inputUnreadable, "\(overlay.path): cannot be read")
    }
    reader.add(output)
    guard reader.startReading(), let buffer = output.copyNextSampleBuffer()?.imageBuffer else {
      if let error = reader.error { throw JobError(reading: error, of: overlay.path) }
      throw JobError(.inputNotMedia, "\(overlay.path): contains no picture")
    }
    reader.cancelReading()
    self.buffer = buffer
  }

  /// Returns the map from the image's samples to those of the pictures that it is drawn over.
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

extension PictureForm {
  /// Reads the pictures that are drawn over the track's.
  ///
  /// - Throws: The errors of `OverlayImage`.
  func overlayImages() throws(JobError) -> [(picture: CVPixelBuffer, transform: CGAffineTransform)] {
    guard let canvas else { return [] }
    return try overlays.map { (overlay) throws(JobError) in
      let image = try OverlayImage(overlay)
      return (image.buffer, try image.transform(onto: canvas))
    }
  }
}
