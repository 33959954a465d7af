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
