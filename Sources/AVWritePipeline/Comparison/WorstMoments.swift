internal import AVFoundation

/// The moments at which pictures are least like their originals, with both pictures.
struct WorstMoments {
  struct Moment {
    var time: ExactTime
    var quality: PictureQuality
    var original: CVPixelBuffer
    var picture: CVPixelBuffer
  }

  /// The number of moments that are kept. Each holds two pictures in memory.
  static let count = 4
  /// The least time between two moments, in seconds: nearer pictures show the same fault.
  static let distance = 1.0

  /// The moments, the worst first.
  private(set) var moments: [Moment] = []

  mutating func add(_ moment: Moment) {
    func isWorse(_ left: Moment, _ right: Moment) -> Bool { left.quality.all.ssim < right.quality.all.ssim }
    let near = moments.filter { abs($0.time.seconds - moment.time.seconds) < Self.distance }
    guard near.allSatisfy({ isWorse(moment, $0) }) else { return }
    moments.removeAll { abs($0.time.seconds - moment.time.seconds) < Self.distance }
    let place = moments.firstIndex { isWorse(moment, $0) } ?? moments.endIndex
    moments.insert(moment, at: place)
    if moments.count > Self.count { moments.removeLast() }
  }
}
