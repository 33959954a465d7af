/// A picture's pixels and how they come to be shown.
struct Geometry: Hashable {
  var width: Int
  var height: Int
  var pixelAspect: TrackFacts.PixelAspect
  /// a, b, c, d, tx, ty.
  var transform: [Double]

  init(_ video: TrackFacts.Video) {
    width = video.width
    height = video.height
    pixelAspect = video.pixelAspect.reduced
    transform = video.transform
  }

  /// Whether the matrix turns the picture on its side.
  var isOnItsSide: Bool { abs(transform[1]) > abs(transform[0]) }

  /// By how many degrees the matrix turns the picture clockwise: a multiple of 90; nil for another matrix, and for one
  /// that mirrors it.
  var rotation: Int? {
    let (a, b, c, d) = (transform[0], transform[1], transform[2], transform[3])
    if b == 0, c == 0, a > 0, d > 0 { return 0 }
    if b == 0, c == 0, a < 0, d < 0 { return 180 }
    if a == 0, d == 0, b > 0, c < 0 { return 90 }
    return a == 0 && d == 0 && b < 0 && c > 0 ? 270 : nil
  }

  /// The size as shown: square pixels, after the matrix's rotation.
  var displayed: (width: Double, height: Double) {
    let stretched = Double(width) * Double(pixelAspect.horizontal) / Double(pixelAspect.vertical)
    return isOnItsSide ? (Double(height), stretched) : (stretched, Double(height))
  }

  /// The same picture at a wanted displayed size, with square pixels unless the source's size stays.
  func scaled(to size: VideoChoice.Size) -> Geometry {
    switch size {
    case .exactly(let size): scaled(displayedWidth: size.width, displayedHeight: size.height)
    case .within(let box): scaled(within: box)
    }
  }

  private func scaled(within box: PictureSize) -> Geometry {
    let (shownWidth, shownHeight) = displayed
    let factor = min(Double(box.width) / shownWidth, Double(box.height) / shownHeight)
    guard factor < 1 else { return self }
    // 4:2:0 pictures have even edges; rounding down stays inside the box.
    func even(_ edge: Double, _ limit: Int) -> Int { max(2, min(Int((edge * factor / 2).rounded()) * 2, limit & ~1)) }
    return scaled(displayedWidth: even(shownWidth, box.width), displayedHeight: even(shownHeight, box.height))
  }

  private func scaled(displayedWidth: Int, displayedHeight: Int) -> Geometry {
    var scaled = self
    (scaled.width, scaled.height) =
      isOnItsSide ? (displayedHeight, displayedWidth) : (displayedWidth, displayedHeight)
    scaled.pixelAspect = .square
    // The matrix moves the turned picture back into view by its size as shown, which has changed.
    scaled.transform[4] *= Double(displayedWidth) / displayed.width
    scaled.transform[5] *= Double(displayedHeight) / displayed.height
    return scaled
  }
}

extension TrackFacts.PixelAspect {
  /// In lowest terms: some cameras write 65536:65536, and H.264 has 16 bits for each number.
  fileprivate var reduced: TrackFacts.PixelAspect {
    var (divisor, rest) = (horizontal, vertical)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    guard divisor > 1 else { return self }
    return TrackFacts.PixelAspect(horizontal: horizontal / divisor, vertical: vertical / divisor)
  }
}
