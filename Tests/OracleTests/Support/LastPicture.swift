import AVFoundation
import TestSupport

/// The last picture of a movie as our decoder gives it, in the cells that `Browser` reports.
struct LastPicture {
  var time: CMTime
  var count: Int
  /// Mean brightness of each cell, 0 to 255, as it is shown.
  var cells: [Double]

  /// - Returns: `nil` when the movie has no pictures.
  static func read(_ path: String) throws -> LastPicture? {
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    guard let track = asset.tracks(withMediaType: .video).first else { return nil }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? Tool.Failure(description: "the movie cannot be read") }
    var last: CMSampleBuffer?
    var count = 0
    while let sample = output.copyNextSampleBuffer() {
      last = sample
      count += 1
    }
    if let error = reader.error { throw error }
    guard let last, let picture = last.imageBuffer else { return nil }
    let cells = brightness(of: picture)
    return LastPicture(
      time: last.presentationTimeStamp, count: count, cells: turned(cells, by: track.preferredTransform))
  }

  private static func brightness(of picture: CVPixelBuffer) -> [Double] {
    CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, 0) else { return [] }
    let stride = CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
    let width = CVPixelBufferGetWidth(picture)
    let height = CVPixelBufferGetHeight(picture)
    let across = Browser.cellsAcross
    var sums = [Double](repeating: 0, count: across * across)
    var counts = sums
    for y in 0..<height {
      let row = base.advanced(by: y * stride).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let cell = y * across / height * across + x * across / width
        // Video range: black is 16, white 235.
        sums[cell] += (Double(row[x]) - 16) * 255 / 219
        counts[cell] += 1
      }
    }
    return zip(sums, counts).map { $0 / max($1, 1) }
  }

  /// Cells in the places where a quarter turn shows them.
  private static func turned(_ cells: [Double], by transform: CGAffineTransform) -> [Double] {
    let across = Browser.cellsAcross
    guard cells.count == across * across, transform.b != 0 || transform.a < 0 else { return cells }
    var turned = cells
    for y in 0..<across {
      for x in 0..<across {
        // From the middle, so that only the turn matters.
        let (fromX, fromY) = (Double(x) - Double(across - 1) / 2, Double(y) - Double(across - 1) / 2)
        let toX = Double(transform.a) * fromX + Double(transform.c) * fromY + Double(across - 1) / 2
        let toY = Double(transform.b) * fromX + Double(transform.d) * fromY + Double(across - 1) / 2
        turned[Int(toY.rounded()) * across + Int(toX.rounded())] = cells[y * across + x]
      }
    }
    return turned
  }
}
